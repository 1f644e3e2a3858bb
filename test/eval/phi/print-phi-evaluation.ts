import { type Column, formatTable } from '../../../cli/output/format-table.ts';
import type { Terminal } from '../../../cli/output/terminal.ts';
import type { PhiFigures } from './measure-phi.ts';
import { noteStyles } from './note-styles.ts';
import type { PhiEvaluation } from './run-phi-evaluation.ts';

const noFigures: PhiFigures = { identifiers: 0, recall: 1, whole: 1, precision: 1, f2: 1 };

type Row = { readonly name: string; readonly figures: PhiFigures };

const fixed = (figure: number): string => figure.toFixed(3);

const columns: readonly Column<Row>[] = [
  { heading: 'OF', value: ({ name }) => name },
  { heading: 'N', value: ({ figures }) => figures.identifiers, align: 'right' },
  { heading: 'RECALL', value: ({ figures }) => fixed(figures.recall), align: 'right' },
  { heading: 'WHOLE', value: ({ figures }) => fixed(figures.whole), align: 'right' },
  { heading: 'PRECISION', value: ({ figures }) => fixed(figures.precision), align: 'right' },
  { heading: 'F2', value: ({ figures }) => fixed(figures.f2), align: 'right' },
];

/** Prints the recall by kind, origin, capitalization and list, and the false alarms in clean questions. */
export const printPhiEvaluation = (evaluation: PhiEvaluation, terminal: Terminal): void => {
  const { print } = terminal;
  const { measure, styles, given, clean, time, notes, seed, detector } = evaluation;
  const rows: readonly Row[] = [
    { name: 'all', figures: measure.overall },
    ...[measure.byKind, measure.byLocale, measure.byLetters].flatMap((group) =>
      Object.entries(group).map(([name, figures]) => ({ name, figures })),
    ),
    { name: 'names of which a list has a word', figures: measure.names.listed },
    { name: 'names that are on no list', figures: measure.names.unlisted },
    ...noteStyles.map(({ name, judges }) => ({
      name: `style: ${name}${judges ? ' (judges)' : ''}`,
      figures: styles[name] ?? noFigures,
    })),
    ...Object.entries(given ?? {}).flatMap(([half, { overall, byKind }]) => [
      { name: `given, ${half} templates`, figures: overall },
      ...Object.entries(byKind).map(([kind, figures]) => ({ name: `given, ${half}: ${kind}`, figures })),
    ]),
  ];
  print(formatTable(rows, columns, { ...terminal, width: Number.POSITIVE_INFINITY }));
  print();
  print(`${notes} notes about invented people (seed ${seed}), searched by ${detector}.`);
  print(
    `${clean.flagged.length} of ${clean.questions} clean questions flagged: ${((clean.flagged.length / clean.questions) * 1000).toFixed(1)} in 1,000.`,
  );
  for (const question of clean.flagged) print(`  ${question}`);
  print(
    `${time.milliseconds.toFixed(3)} ms for 500 characters, ${time.timesReading.toFixed(0)} times as long as reading each once.`,
  );
};
