import Table from 'cli-table3';
import type { Figure } from './benchmark.ts';

/** What one benchmark brought on one database. Memory in bytes. */
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

const bare = {
  chars: {
    top: '',
    'top-mid': '',
    'top-left': '',
    'top-right': '',
    bottom: '',
    'bottom-mid': '',
    'bottom-left': '',
    'bottom-right': '',
    left: '',
    'left-mid': '',
    mid: '',
    'mid-mid': '',
    right: '',
    'right-mid': '',
    middle: '  ',
  },
  style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
};

/** The figures of all benchmarks as one aligned table, and below it what is to be known about them. */
export const renderReport = (reports: readonly Report[], machine: readonly string[]): string => {
  const table = new Table({
    ...bare,
    head: ['benchmark', 'database', 'figure', 'measured', 'baseline', 'ratio', 'aim', 'baseline is'],
    colAligns: ['left', 'left', 'left', 'right', 'right', 'right', 'left', 'left'],
  });
  for (const { benchmark, database, figures } of reports) {
    for (const figure of figures) {
      table.push([
        benchmark,
        database,
        figure.name,
        `${number(figure.measured)} ${figure.unit}`,
        `${number(figure.baselineMeasured)} ${figure.unit}`,
        number(figure.ratio),
        figure.aim ?? '',
        figure.baseline,
      ]);
    }
  }
  const notes = reports.flatMap(({ benchmark, database, notes }) =>
    notes.map((note) => `- ${benchmark}, ${database}: ${note}`),
  );
  return [
    table.toString(),
    '',
    'Medians of rounds in turns with the baseline. A ratio above 1 is good for rates, below 1 for times.',
    ...machine.map((line) => `- ${line}`),
    ...notes,
  ].join('\n');
};
