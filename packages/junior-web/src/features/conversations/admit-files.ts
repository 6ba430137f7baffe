import { words } from "../../shared/words.ts";

const mostFiles = 10;
const largestBytes = 20 * 1024 ** 2;

type Sized = { name: string; size: number };

/** Which of these still go with a message that has `already` files, and in words which do not. */
export function admitFiles<F extends Sized>(files: F[], already: number): { admitted: F[]; refusals: string[] } {
  const fitting = files.filter(({ size }) => size <= largestBytes);
  const admitted = fitting.slice(0, Math.max(0, mostFiles - already));
  const leftOut = fitting.slice(admitted.length).map(({ name }) => name);
  return {
    admitted,
    refusals: [
      ...files.filter(({ size }) => size > largestBytes).map(({ name }) => words.fileTooLarge(name)),
      ...(leftOut.length > 0 ? [words.tooManyFiles(leftOut)] : []),
    ],
  };
}
