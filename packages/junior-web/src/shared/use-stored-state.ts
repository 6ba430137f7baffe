import { useCallback, useRef, useState } from "react";

/**
 * State that outlives a reload of this tab. `read` turns what was stored (anything, or undefined) into a value.
 * The last of the three changes it from what it is by then, for what ends later than it began.
 * The name must stay the same for the life of the component: give it a `key`.
 */
export function useStoredState<T>(name: string, read: (stored: unknown) => T): [T, (value: T) => void, (change: (before: T) => T) => void] {
  const [value, setValue] = useState(() => read(load(name)));
  const latest = useRef(value);
  const store = useCallback(
    (next: T) => {
      latest.current = next;
      setValue(next);
      save(name, next);
    },
    [name],
  );
  const change = useCallback((from: (before: T) => T) => store(from(latest.current)), [store]);
  return [value, store, change];
}

function load(name: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(name) ?? "null") ?? undefined;
  } catch {
    return undefined;
  }
}

function save(name: string, value: unknown): void {
  try {
    sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // Storage is full or forbidden: the text still lives in the page, only a reload would lose it.
  }
}
