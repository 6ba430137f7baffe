/** A sentence begins with a capital; a name, an address or a file at its beginning stays as it is. */
export function sentence(text: string): string {
  return text.replace(/^[a-z]+(?=[,:]? )/, (word) => word.charAt(0).toUpperCase() + word.slice(1));
}
