/** What may be typed in a chat at a terminal. */
export const chatHelp = [
  "At a terminal, where nothing is asked, a line is a message to Junior.",
  "Where something is asked, the line answers it:",
  "  2 or blue    the option with this number or name; several with commas: 1,3",
  "  your text    where words are asked for; Enter leaves out what is optional",
  "  done         says that you did what you were asked to do",
  "  =text        answers in your own words",
  "  >text        says something to Junior and answers nothing",
  "Always:",
  "  /help        shows this",
  "  /quit        leaves, as Ctrl-C does; what is open stays on the desk",
].join("\n");

/** Stands under the first ask of a chat. */
export const firstAskHelp = "Answer with your next line. =text answers in your own words, >text only says something, /help lists all.";
