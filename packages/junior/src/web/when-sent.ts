import type { WebEnv } from "./web-env.ts";

/** Calls back once when the answer has left, or its connection is gone: also of one that waits behind another there. */
export function whenSent({ incoming: { socket }, outgoing }: WebEnv["Bindings"], callback: () => void): void {
  const end = () => {
    socket.off("close", end);
    outgoing.off("close", end);
    callback();
  };
  socket.once("close", end);
  outgoing.once("close", end);
  if (socket.destroyed) end();
}
