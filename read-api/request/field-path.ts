/**
 * A path as callers see it, e.g. `filters.specialty.0`; `*` replaces any unknown name: callers write names too, and a
 * field name can be a person's name.
 */
export const fieldPath = (path: readonly PropertyKey[], isKnown: (name: string) => boolean): string =>
  path.map((part) => (typeof part === 'number' || isKnown(String(part)) ? String(part) : '*')).join('.');
