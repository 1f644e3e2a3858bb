import { namesDose } from '../../../domain/clinical-text/names-dose.ts';
import { cellsOfRow, isTableRow, isTableRule } from '../../../domain/knowledge/markdown-row.ts';

/** Whether a table's head names its columns, has no text, or is a row of values taken for a head. */
type TableHead = 'named' | 'headless' | 'values';

/** Judges the head of the first Markdown table in a passage; `undefined` when there is no table. */
export const tableHeadOf = (text: string): TableHead | undefined => {
  const lines = text.split('\n');
  if (!lines.some(isTableRow)) return undefined;
  const rule = lines.findIndex(isTableRule);
  const head = rule < 1 ? undefined : lines[rule - 1];
  if (head === undefined || !isTableRow(head)) return 'headless';
  const cells = cellsOfRow(head).filter((cell) => cell !== '');
  if (cells.length === 0) return 'headless';
  return cells.some(namesDose) ? 'values' : 'named';
};
