/** The lines of a cell as one; a line that ends in a hyphen or a slash goes on without a space. */
export const joinCellLines = (lines: readonly string[]): string =>
  lines.reduce((text, line) => (/\p{L}[-/]$/u.test(text) ? text + line : `${text} ${line}`), '').trim();
