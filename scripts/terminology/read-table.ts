import { readFileSync } from 'node:fs';
import type { z } from 'zod';

/** The format of a table. */
export type TableFormat<Row> = {
  /** The name of the file, without `.tsv`. */
  readonly file: string;
  readonly columns: readonly string[];
  /** Reads a row, given as an object of its cells by column. */
  readonly row: z.ZodType<Row>;
};

/**
 * Reads the rows of a table: a TSV file whose first lines, after `#`, explain the columns that the next line names.
 * Throws an error that names the file and the invalid line.
 */
export const readTable = <Row>(path: string, { columns, row }: TableFormat<Row>): readonly Row[] => {
  const refuse = (line: number, why: string): never => {
    throw new Error(`${path}:${line}: ${why}`);
  };
  const lines = readFileSync(path, 'utf8').split('\n');
  if (lines.pop() !== '') refuse(lines.length + 1, 'The file must end with a line break.');
  const headerAt = lines.findIndex((line) => !line.startsWith('#'));
  if (lines[headerAt] !== columns.join('\t'))
    refuse(headerAt + 1, `The columns must be ${columns.join(', ')}.`);
  const explained = lines.slice(0, headerAt);
  for (const column of columns)
    if (!explained.some((line) => line.startsWith(`# ${column} `)))
      refuse(1, `The column ${column} is not explained.`);
  return lines.slice(headerAt + 1).map((line, index) => {
    const number = headerAt + 2 + index;
    const cells = line.split('\t');
    if (cells.length !== columns.length) refuse(number, `There must be ${columns.length} cells.`);
    const read = row.safeParse(Object.fromEntries(columns.map((column, at) => [column, cells[at]])));
    if (read.success) return read.data;
    const [issue] = read.error.issues;
    return refuse(number, `${issue?.path.join('.') ?? ''}: ${issue?.message ?? ''}`);
  });
};
