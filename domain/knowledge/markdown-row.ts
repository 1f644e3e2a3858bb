/** True when a line is a row of a Markdown table with outer pipes. */
export const isTableRow = (line: string | undefined): boolean => /^\s*\|.*\|\s*$/.test(line ?? '');

/** True when a line is the rule below a table's head: `| --- | :---: |`, with or without outer pipes. */
export const isTableRule = (line: string | undefined): boolean =>
  /^(?:\s*\|)?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*(?:\|\s*)?$/.test(line ?? '') && (line ?? '').includes('|');

/** The trimmed cells of a row, with or without outer pipes. */
export const cellsOfRow = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\s+/g, ' '));
