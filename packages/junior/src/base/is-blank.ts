/** Also what has a place and no shape: controls, joiners, fillers, the empty braille pattern. */
const nothingToSee = /^[\s\p{Z}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]*$/u;

/** Whether nobody would see anything of this text. */
export const isBlank = (text: string): boolean => nothingToSee.test(text);
