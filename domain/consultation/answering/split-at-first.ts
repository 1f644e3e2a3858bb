/** The beginning of a text up to the first place that a pattern finds, or all of it. */
export const splitAtFirst = (text: string, pattern: RegExp): string => {
  const at = text.search(pattern);
  return at < 0 ? text : text.slice(0, at);
};
