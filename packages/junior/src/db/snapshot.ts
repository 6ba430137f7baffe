/**
 * Which transactions had ended at one moment: all below `next` that were not running then. As PostgreSQL tells it,
 * `xmin:xmax:xip,xip`, see "Transaction ID and Snapshot Information Functions" in its manual.
 */
export type Snapshot = { next: bigint; running: ReadonlySet<bigint> };

/** What PostgreSQL may give for some thousand open transactions is shorter. */
const longestText = 8_192;
const form = /^(\d{1,20}):(\d{1,20}):((?:\d{1,20}(?:,\d{1,20})*)?)$/;
const largestId = 2n ** 64n - 1n;

/** Null for what PostgreSQL would not read as a snapshot, and for texts of more than 8 kB. */
export function parseSnapshot(text: string): Snapshot | null {
  const [, oldest, next, list] = (text.length <= longestText && form.exec(text)) || [];
  if (oldest === undefined || next === undefined || list === undefined) return null;
  const running = list === "" ? [] : list.split(",").map(BigInt);
  const snapshot = { next: BigInt(next), running: new Set(running) };
  const inOrder = [BigInt(oldest), ...running].every((id, place, all) => place === 0 || id >= (all[place - 1] ?? 0n));
  const bounded = BigInt(oldest) <= snapshot.next && running.every((id) => id < snapshot.next) && snapshot.next <= largestId;
  return inOrder && bounded && isTransactionId(BigInt(oldest)) && isTransactionId(snapshot.next) ? snapshot : null;
}

/** Whether the transaction had ended, so that a statement with this snapshot saw what it committed. */
export function isVisible(transactionId: bigint, { next, running }: Snapshot): boolean {
  return transactionId < next && !running.has(transactionId);
}

/** The lower 32 bits are the number of the transaction itself, and none has the number 0. */
const isTransactionId = (id: bigint): boolean => id % 2n ** 32n !== 0n;
