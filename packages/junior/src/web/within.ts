/** What comes in time, else `otherwise`. */
export function within<T>(ms: number, work: Promise<T>, otherwise: T): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms, otherwise);
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
