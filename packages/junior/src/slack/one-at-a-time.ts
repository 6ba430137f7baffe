/** Runs actions of the same key one after the other, in the order in which they came; others do not wait. */
export function oneAtATime(): <T>(key: string, action: () => Promise<T>) => Promise<T> {
  const last = new Map<string, Promise<unknown>>();
  return (key, action) => {
    const result = (last.get(key) ?? Promise.resolve()).then(action, action);
    const ended = result.then(
      () => undefined,
      () => undefined,
    );
    last.set(key, ended);
    void ended.then(() => last.get(key) === ended && last.delete(key));
    return result;
  };
}
