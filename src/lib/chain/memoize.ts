/** The same function, which finds out once for each object: values of the chain never change. */
export function memoize<T extends object, R>(find: (value: T) => R): (value: T) => R {
  const found = new WeakMap<T, R>();
  return (value) => {
    let result = found.get(value);
    if (result === undefined) found.set(value, (result = find(value)));
    return result;
  };
}
