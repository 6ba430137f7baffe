/**
 * Something of which only so much may be held at once. `take` waits in line for it.
 * @returns how to give it back, which may be called more than once; null when it did not come in time
 */
export type Allowance = { take(amount: number, whose: string): Promise<(() => void) | null> };

/** `mostOfOne`: what one holder may have at once, so that nobody keeps all others waiting. No single amount may be over it. */
export function openAllowance(given: { most: number; mostOfOne?: number; longestWaitMs: number }): Allowance {
  const { most, mostOfOne = most, longestWaitMs } = given;
  const heldBy = new Map<string, number>();
  const line: Waiting[] = [];
  let held = 0;

  const change = (whose: string, by: number) => {
    held += by;
    const left = (heldBy.get(whose) ?? 0) + by;
    if (left > 0) heldBy.set(whose, left);
    else heldBy.delete(whose);
  };
  const serve = () => {
    const isOverShare = ({ amount, whose }: Waiting) => (heldBy.get(whose) ?? 0) + amount > mostOfOne;
    for (;;) {
      const first = line.find((waiting) => !isOverShare(waiting));
      // Whoever needs much would wait for ever if those who need little went past.
      if (!first || held + first.amount > most) return;
      line.splice(line.indexOf(first), 1);
      change(first.whose, first.amount);
      first.enter();
    }
  };

  return {
    take: (amount, whose) =>
      new Promise((resolve) => {
        let late: NodeJS.Timeout | undefined;
        const enter = () => {
          clearTimeout(late);
          let isHeld = true;
          resolve(() => {
            if (!isHeld) return;
            isHeld = false;
            change(whose, -amount);
            serve();
          });
        };
        const waiting: Waiting = { amount, whose, enter };
        line.push(waiting);
        serve();
        if (!line.includes(waiting)) return;
        late = setTimeout(() => {
          line.splice(line.indexOf(waiting), 1);
          resolve(null);
          serve();
        }, longestWaitMs);
      }),
  };
}

type Waiting = { amount: number; whose: string; enter: () => void };
