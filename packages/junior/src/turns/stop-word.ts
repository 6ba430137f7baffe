/** Around the word: anything but letters and digits, of whatever script; an accent right after it makes another letter. */
const stop = /^[^\p{L}\p{N}]*stop(?!\p{M})[^\p{L}\p{N}]*$/iu;

/** Whether a message asks for nothing but the end of what is running: "stop", "Stop!", "stop.", "🛑 stop". */
export const isStopWord = (text: string): boolean => stop.test(text);
