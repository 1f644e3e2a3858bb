/** Formats a table cell: on one line, with pipes escaped. */
const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replace(/\s*\n\s*/g, ' ');

/** Formats a Markdown table. */
export const markdownTable = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows].map((row) => `| ${row.map(cell).join(' | ')} |\n`).join('');

/** Formats text as inline code. */
export const code = (text: string): string => `\`${text}\``;
