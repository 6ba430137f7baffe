export const metadataType = "junior_delivery";

/** Every post carries its delivery's id, and its place where a delivery takes several posts. Any app may read it: ids only. */
export function deliveryMetadata(deliveryId: string, part: number): { event_type: string; event_payload: Record<string, string | number> } {
  return { event_type: metadataType, event_payload: part === 0 ? { delivery_id: deliveryId } : { delivery_id: deliveryId, part } };
}
