/** Joins the lines of a cell; after a hyphen or a slash, without a space. */
export const joinCellLines = (lines: readonly string[]): string =>
  lines.reduce((text, line) => (/\p{L}[-/]$/u.test(text) ? text + line : `${text} ${line}`), '').trim();
