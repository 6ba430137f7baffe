import { isBlank } from "../base/is-blank.ts";
import { type Model, ModelError, type ModelErrorCode, type ModelOutput, type ModelRequest } from "../model/model.ts";

export type Asked = { output: ModelOutput } | { failed: ModelErrorCode | "empty" };

const tries = 3;
const longestWaitMs = 30_000;

/**
 * One answer of the model: an error that may pass is tried again, after what the provider asks for or a growing
 * wait; an answer with neither words that can be seen nor calls once. An abort is thrown.
 * @param silenceIsFine after a call has been made in this Turn, saying nothing more is an answer
 */
export async function askModel(model: Model, request: ModelRequest, silenceIsFine: boolean, firstWaitMs = 500): Promise<Asked> {
  let empty = 0;
  for (let attempt = 1; ; attempt++) {
    try {
      const output = await model.generate(request);
      if (silenceIsFine || !isBlank(output.text) || output.toolCalls.length > 0) return { output };
      if (++empty === 2) return { failed: "empty" };
    } catch (error) {
      if (request.signal.aborted || !(error instanceof ModelError)) throw error;
      const waitMs = error.retryAfterMs ?? firstWaitMs * 2 ** (attempt - 1);
      if (!error.retryable || attempt >= tries || waitMs > longestWaitMs) return { failed: error.code };
      await pause(waitMs, request.signal);
    }
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    signal.addEventListener("abort", stop, { once: true });
  });
}
