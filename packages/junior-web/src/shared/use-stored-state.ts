import { useCallback, useState } from "react";

/**
 * State that outlives a reload of this tab. `read` turns what was stored (anything, or undefined) into a value.
 * The name must stay the same for the life of the component: give it a `key`.
 */
export function useStoredState<T>(name: string, read: (stored: unknown) => T): [T, (value: T) => void] {
  const [value, setValue] = useState(() => read(load(name)));
  const store = useCallback(
    (next: T) => {
      setValue(next);
      save(name, next);
    },
    [name],
  );
  return [value, store];
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
