const kinds: Readonly<Record<string, string>> = {
  "application/pdf": "PDF",
  "application/json": "JSON",
  "application/zip": "ZIP",
  "application/gzip": "GZIP",
  "text/csv": "CSV",
  "text/html": "HTML",
  "text/markdown": "Markdown",
  "text/plain": "Text",
};

/** What a file is, in a word or two. */
export function kindText(mediaType: string, name: string): string {
  const extension = /\.([a-z0-9]{1,5})$/i.exec(name)?.[1]?.toUpperCase();
  if (mediaType === "text/plain" && extension !== undefined && extension !== "TXT") return extension;
  const known = kinds[mediaType];
  if (known !== undefined) return known;
  const [family] = mediaType.split("/", 1);
  return extension ?? { image: "Picture", video: "Video", audio: "Sound", text: "Text" }[family ?? ""] ?? "File";
}

/** Pictures that browsers show and that can run nothing. */
export function isPicture(mediaType: string): boolean {
  return ["image/png", "image/jpeg", "image/gif", "image/webp"].includes(mediaType);
}
