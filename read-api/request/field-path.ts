/**
 * A path as callers see it, e.g. `filters.specialty.0`; `*` replaces any unknown name, because callers choose names
 * and one can be a person's.
 */
export const fieldPath = (path: readonly PropertyKey[], isKnown: (name: string) => boolean): string =>
  path.map((part) => (typeof part === 'number' || isKnown(String(part)) ? String(part) : '*')).join('.');
