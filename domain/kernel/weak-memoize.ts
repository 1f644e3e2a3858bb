/**
 * A function of an object's own content that is computed once for each object and remembered for as long as the object
 * lives. Only for objects that never change, and for results that are small beside them.
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
