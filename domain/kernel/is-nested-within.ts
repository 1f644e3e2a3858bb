/**
 * Whether a value is nested at most this many levels deep. External data can be nested so deeply that serializing or
 * comparing it overflows the stack.
 */
export const isNestedWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((member) => isNestedWithin(member, levels - 1)));
