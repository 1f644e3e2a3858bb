/**
 * Memoizes a function of an object's content for as long as the object lives. Only for immutable objects, and for results
 * that are small in comparison.
 */
export const weakMemoize = <Key extends object, Value>(
  compute: (key: Key) => Value,
): ((key: Key) => Value) => {
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const before = known.get(key);
    if (before) return before.value;
    const value = compute(key);
    known.set(key, { value });
    return value;
  };
};
