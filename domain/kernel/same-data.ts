import { isRecord } from './is-record.ts';

/** An absent member and one that is `undefined` are the same in JSON. */
const presentKeys = (value: Readonly<Record<string, unknown>>): readonly string[] =>
  Object.keys(value).filter((key) => value[key] !== undefined);

/** Whether two JSON values are equal. The order of members in objects does not count; that of array elements does. */
export const sameData = (left: unknown, right: unknown): boolean => {
  if (Array.isArray(left) && Array.isArray(right)) {
    return left.length === right.length && left.every((item, index) => sameData(item, right[index]));
  }
  if (isRecord(left) && isRecord(right)) {
    const keys = presentKeys(left);
    return (
      keys.length === presentKeys(right).length &&
      keys.every((key) => Object.hasOwn(right, key) && sameData(left[key], right[key]))
    );
  }
  return Object.is(left, right);
};
