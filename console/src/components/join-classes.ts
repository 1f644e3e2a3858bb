/** Joins the class names that are given. */
export const joinClasses = (...names: readonly (string | undefined | false)[]): string =>
  names.filter((name) => typeof name === 'string' && name !== '').join(' ');
