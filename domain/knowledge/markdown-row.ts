/** Whether a line is a row of a Markdown table with outer pipes. */
export const isTableRow = (line: string | undefined): boolean => /^\s*\|.*\|\s*$/.test(line ?? '');

/** Whether a line is the rule below the head of a table: `| --- | :---: |`, also without outer pipes. */
export const isTableRule = (line: string | undefined): boolean =>
  /^(?:\s*\|)?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*(?:\|\s*)?$/.test(line ?? '') && (line ?? '').includes('|');

/** The cells of a row, with or without outer pipes, without white space at their ends. */
export const cellsOfRow = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/(?<!\\)\|$/, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replace(/\s+/g, ' '));
