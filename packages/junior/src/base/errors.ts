/** A start that cannot go on: `message` is one clear line for the person who started it, with what to do. */
export class StartError extends Error {
  override name = "StartError";
  readonly exitCode: number;
  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A Turn's write came with an old epoch: another worker has the Conversation now. Stop and leave everything. */
export class LeaseLostError extends Error {
  override name = "LeaseLostError";
}
