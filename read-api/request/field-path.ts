/** What a field name looks like; anything else that stands in the place of one may be content. */
const namePattern = /^[A-Za-z_][\w-]{0,63}$/;

/** A path as callers see it, e.g. `filters.specialty.0`; `*` stands for what does not look like a field name. */
export const fieldPath = (path: readonly PropertyKey[]): string =>
  path
    .map((part) => (typeof part === 'number' || namePattern.test(String(part)) ? String(part) : '*'))
    .join('.');
