/**
 * Whether no value within a value is nested deeper than this many levels. What others have written can be nested so
 * deep that to write it down again, or to compare it, leaves no room on the stack.
 */
export const isNestedWithin = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((member) => isNestedWithin(member, levels - 1)));
