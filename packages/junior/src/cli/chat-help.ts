/** What may be typed in a chat at a terminal. */
export const chatHelp = [
  "At a terminal, where nothing is asked, a line is a message to Junior.",
  "Where something is asked, the line answers it:",
  "  2 or blue    the option with this number or name; several with commas: 1,3",
  "  your text    where words are asked for; Enter leaves out what is optional",
  "  done         says that you did what you were asked to do",
  "  =text        answers in your own words",
  "  >text        says something to Junior and answers nothing",
  "A line that was begun before the question came is a message, not its answer.",
  "Always:",
  "  text\\        goes on in the next line; pasted lines stay one message",
  "  /stop        ends the work here, and so does the word stop; what is done stays",
  "  /help        shows this",
  "  /quit        leaves, as /exit and Ctrl-C do; what is open stays on the desk",
  "  //text       says a text that begins with a slash; a space before it does too",
].join("\n");

/** Stands under the first ask of a chat. */
export const firstAskHelp = "Answer with your next line. =text answers in your own words, >text only says something, /help lists all.";
