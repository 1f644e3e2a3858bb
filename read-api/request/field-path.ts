/**
 * A path as callers see it, e.g. `filters.specialty.0`; `*` stands for what is none of the known names: callers write
 * names too, and somebody's name is a field's name as well as any other word.
 */
export const fieldPath = (path: readonly PropertyKey[], isKnown: (name: string) => boolean): string =>
  path.map((part) => (typeof part === 'number' || isKnown(String(part)) ? String(part) : '*')).join('.');
