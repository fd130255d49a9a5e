/** Caches the function's result per argument object. Chain values are immutable, so results never expire. */
export function memoize<T extends object, R>(compute: (value: T) => R): (value: T) => R {
  const found = new WeakMap<T, R>();
  return (value) => {
    let result = found.get(value);
    if (result === undefined) found.set(value, (result = compute(value)));
    return result;
  };
}
