/** Enter sends, Shift+Enter breaks the line. Enter that ends an input method's composition is not meant for us. */
export function isSendKey(event: React.KeyboardEvent): boolean {
  return event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing;
}

/** Where Enter has to break the line. */
export function isSendFormKey(event: React.KeyboardEvent): boolean {
  return isSendKey(event) && (event.ctrlKey || event.metaKey);
}
