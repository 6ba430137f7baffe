import { words } from "../base/words.ts";
import { requestStop } from "../turns/request-stop.ts";
import type { CliDesk } from "./cli-deps.ts";
import { exitCodes } from "./exit-codes.ts";
import { findConversation } from "./find-conversation.ts";
import type { Screen } from "./screen.ts";

/** Ends what runs for this person there, on whichever process. @returns the exit code */
export async function stopConversation(desk: CliDesk, screen: Screen, id: string): Promise<number> {
  const conversation = await findConversation(desk, id);
  if ("refusal" in conversation) {
    screen.tell(conversation.refusal);
    return exitCodes.refused;
  }
  if ((await requestStop(desk.database, conversation.found.id, desk.person)) !== "requested") {
    screen.tell(words.nothingToStop);
    return exitCodes.refused;
  }
  screen.print("Stopping. What is done stays done; the conversation says what that is.");
  return exitCodes.done;
}
