/** The provider sends on and on: what is no answer is not read to its end. */
export class AnswerTooLargeError extends Error {
  override name = "AnswerTooLargeError";
}

/** Bytes, unpacked; the longest answers of today's models are far below a megabyte. */
const largestAnswer = 8_000_000;

/** `fetch` whose answers end with an AnswerTooLargeError, and their connection with them, where they hold more than 8 MB. */
export const boundedFetch: typeof fetch = async (input, init) => {
  const response = await fetch(input, init);
  if (response.body === null) return response;
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(counted(largestAnswer)), { status, statusText, headers });
};

function counted(most: number): TransformStream<Uint8Array, Uint8Array> {
  let size = 0;
  return new TransformStream({
    transform(part, controller) {
      size += part.byteLength;
      if (size > most) controller.error(new AnswerTooLargeError("more than an answer holds"));
      else controller.enqueue(part);
    },
  });
}
