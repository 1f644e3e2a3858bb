import { type Column, formatTable } from '../../cli/output/format-table.ts';
import type { Terminal } from '../../cli/output/terminal.ts';
import { type Evaluation, type Figures, measures } from './evaluation.ts';
import { signed } from './signed.ts';

type Row = {
  readonly category: string;
  readonly who: string;
  readonly figures: Readonly<Record<string, string>>;
};

const shown = measures.slice(0, 5);

const texts = (figures: Figures): Row['figures'] =>
  Object.fromEntries(shown.map(([, measure]) => [measure, figures[measure]?.toFixed(3) ?? '-']));

const differences = (whole: Figures, plain: Figures): Row['figures'] =>
  Object.fromEntries(
    shown.map(([, measure]) => [measure, signed((whole[measure] ?? 0) - (plain[measure] ?? 0))]),
  );

const columns: readonly Column<Row>[] = [
  { heading: 'CATEGORY', value: ({ category }) => category },
  { heading: 'SEARCH', value: ({ who }) => who },
  ...shown.map(
    ([heading, measure]): Column<Row> => ({
      heading,
      value: ({ figures }) => figures[measure],
      align: 'right',
    }),
  ),
];

/**
 * Prints the full search and plain BM25 one below the other, with the difference, over all questions and each group.
 */
export const printPlainBm25 = (
  { figures, plainBm25 }: Pick<Evaluation, 'figures' | 'plainBm25'>,
  terminal: Terminal,
): void => {
  const rows = Object.entries(plainBm25?.figures ?? {}).flatMap(([category, plain]): readonly Row[] => {
    const whole = figures[category];
    if (!whole) return [];
    return [
      { category, who: 'the whole', figures: texts(whole) },
      { category: '', who: 'plain BM25', figures: texts(plain) },
      { category: '', who: 'difference', figures: differences(whole, plain) },
    ];
  });
  terminal.print();
  terminal.print(formatTable(rows, columns, { ...terminal, width: Number.POSITIVE_INFINITY }));
};
