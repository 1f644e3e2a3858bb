/** A cell of a table: on one line, and without what would end it. */
const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replace(/\s*\n\s*/g, ' ');

/** A Markdown table. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |\n`).join('');

/** Text as code. */
export const code = (text: string): string => `\`${text}\``;
