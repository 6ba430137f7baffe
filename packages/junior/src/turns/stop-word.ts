/** Whether a message asks for nothing but the end of what is running: "stop", "Stop!", "stop." */
export const isStopWord = (text: string): boolean => /^\W*stop\W*$/i.test(text);
