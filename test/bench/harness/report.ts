import { type Column, formatTable } from '../../../cli/output/format-table.ts';
import type { Figure } from './benchmark.ts';

/** The results of a benchmark on one database. Memory in bytes. */
export type Report = {
  readonly benchmark: string;
  readonly database: string;
  readonly figures: readonly Figure[];
  readonly notes: readonly string[];
  readonly peakMemory: number;
};

const number = (value: number): string => {
  const digits = value >= 100 ? 0 : value >= 10 ? 1 : 2;
  return value.toLocaleString('en-US', { minimumFractionDigits: digits, maximumFractionDigits: digits });
};

type Line = { readonly report: Report; readonly figure: Figure };

const columns: readonly Column<Line>[] = [
  { heading: 'benchmark', value: ({ report }) => report.benchmark },
  { heading: 'database', value: ({ report }) => report.database },
  { heading: 'figure', value: ({ figure }) => figure.name },
  { heading: 'measured', value: ({ figure }) => `${number(figure.measured)} ${figure.unit}`, align: 'right' },
  {
    heading: 'baseline',
    value: ({ figure }) => `${number(figure.baselineMeasured)} ${figure.unit}`,
    align: 'right',
  },
  { heading: 'ratio', value: ({ figure }) => number(figure.ratio), align: 'right' },
  { heading: 'aim', value: ({ figure }) => figure.aim ?? '' },
  { heading: 'baseline is', value: ({ figure }) => figure.baseline },
];

/** The figures of all benchmarks in an aligned table, followed by notes. */
export const renderReport = (reports: readonly Report[], machine: readonly string[]): string => {
  const lines = reports.flatMap((report) => report.figures.map((figure) => ({ report, figure })));
  const notes = reports.flatMap(({ benchmark, database, notes }) =>
    notes.map((note) => `- ${benchmark}, ${database}: ${note}`),
  );
  return [
    formatTable(lines, columns, { style: (_, text) => text, width: Number.POSITIVE_INFINITY }),
    '',
    'Medians of rounds in turns with the baseline. A ratio above 1 is good for rates, below 1 for times.',
    ...machine.map((line) => `- ${line}`),
    ...notes,
  ].join('\n');
};
