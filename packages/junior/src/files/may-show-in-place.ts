const shownInPlace = new Set(["image/png", "image/jpeg", "image/gif", "image/webp", "video/mp4", "text/plain"]);

/** Whether a browser may show it on a page of ours; anything else is only saved. */
export const mayShowInPlace = (mediaType: string): boolean => shownInPlace.has(mediaType);
