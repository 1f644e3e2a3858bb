import { tapeColorsIn } from '../../clinical-text/patient-ranges.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import { fitToPatient } from './fit-to-patient.ts';
import type { ExcerptRequest, OutlinedDocument } from './judge-blocks.ts';
import type { Block, LinePlace } from './outline/block.ts';
import { readTable, type Table } from './tables/read-table.ts';
import { showTable, type TableRequest } from './tables/show-table.ts';
import { termsIn } from './terms-of-text.ts';

const tableOf = weakMemoize((lines: readonly string[]): Table => readTable(lines));

/** The scores of table rows for a question: by its drug, else by its words. */
export const tableRequestOf = (
  { drugs, subject, patient }: ExcerptRequest,
  question: string,
): TableRequest => {
  const asked = new Map(
    drugs.length > 0
      ? drugs.map((term) => [term, 1] as const)
      : subject.map(({ term, weight }) => [term, weight] as const),
  );
  return {
    patient,
    colors: tapeColorsIn(question),
    matchOf: (text) => [...termsIn(text)].reduce((sum, term) => sum + (asked.get(term) ?? 0), 0),
  };
};

/**
 * A document fitted to the patient of a question: content for others is marked, and tables are reduced to the shown
 * part, with its notes.
 */
export const showTables = (document: OutlinedDocument, request: TableRequest): OutlinedDocument => {
  const fitted = fitToPatient(document.blocks, request.patient, request.colors);
  // Most documents have no table and no content for particular patients.
  if (!document.blocks.some(({ kind }) => kind === 'table')) return { ...document, blocks: fitted };
  const terms = [...document.terms];
  const blocks = fitted.map((block, index): Block => {
    if (block.kind !== 'table') return block;
    const table = tableOf(block.lines);
    const { lines, notes } = showTable(table, request);
    const isHead = (line: number): boolean => line < (table.rows[0]?.line ?? 0);
    // The heading is repeated for each group of rows; it is shown with its rows.
    const [firstRow] = lines.filter(({ from }) => !isHead(from));
    const first = block.places[firstRow?.from ?? 0] ?? { passage: block.passage, pages: [1, 1] };
    // A reader looks for the row: its heading is not highlighted.
    const head: LinePlace = { passage: first.passage, pages: first.pages };
    if (lines.some(({ text }, at) => text !== block.lines[at]) || lines.length < block.lines.length) {
      terms[index] = termsIn(lines.map(({ text }) => text).join(' '));
    }
    return {
      ...block,
      passage: first.passage,
      lines: lines.map(({ text }) => text),
      places: lines.map(({ from }) => (isHead(from) ? head : (block.places[from] ?? head))),
      ...(notes.length === 0 ? {} : { notes }),
    };
  });
  return { ...document, blocks, terms };
};
