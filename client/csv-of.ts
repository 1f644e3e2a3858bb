type Cell = string | number | boolean | null | undefined;

/** A column of a table: its name, and its value in a row. */
export type CsvColumn<Row> = { readonly name: string; readonly value: (row: Row) => Cell };

/** Excel reads a file without it in the code page of the machine. */
const BYTE_ORDER_MARK = '\uFEFF';

/** A leading apostrophe defuses text that a spreadsheet would evaluate as a formula (OWASP, "CSV Injection"). */
const cellOf = (value: Cell): string => {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** Rows as a CSV file (RFC 4180, UTF-8 with a byte order mark) that opens in a spreadsheet as people expect. */
export const csvOf = <Row>(columns: readonly CsvColumn<Row>[], rows: readonly Row[]): string =>
  BYTE_ORDER_MARK +
  [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ value }) => value(row)))]
    .map((cells) => `${cells.map(cellOf).join(',')}\r\n`)
    .join('');
