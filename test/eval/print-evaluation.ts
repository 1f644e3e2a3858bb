import { type Column, formatTable } from '../../cli/output/format-table.ts';
import type { Terminal } from '../../cli/output/terminal.ts';
import { plainLine } from '../../cli/plain-text.ts';
import { printAnswers } from './answers/print-answers.ts';
import { type Evaluation, type Figures, measures } from './evaluation.ts';
import { signed } from './signed.ts';
import { printCertainty } from './unanswerable/print-certainty.ts';

type Row = { readonly name: string; readonly now: Figures; readonly before: Figures | undefined };

const change = (now: number | undefined, before: number | undefined): string | undefined =>
  now === undefined || before === undefined ? undefined : signed(now - before);

const columnsOf = (
  shown: readonly (typeof measures)[number][],
  withBaseline: boolean,
): readonly Column<Row>[] => [
  { heading: 'CATEGORY', value: ({ name }) => name },
  { heading: 'N', value: ({ now }) => now.questions, align: 'right' },
  ...shown.flatMap(([heading, measure]): readonly Column<Row>[] => [
    { heading, value: ({ now }) => now[measure]?.toFixed(3), align: 'right' },
    ...(withBaseline
      ? [
          {
            heading: 'CHANGE',
            value: ({ now, before }: Row) => change(now[measure], before?.[measure]),
            align: 'right' as const,
          },
        ]
      : []),
  ]),
];

/** Prints the figures, each with its change since the baseline if there is one. */
export const printEvaluation = (
  evaluation: Evaluation,
  baseline: Evaluation | undefined,
  terminal: Terminal,
): void => {
  const { print } = terminal;
  const rows = Object.entries(evaluation.figures).map(
    ([name, now]): Row => ({ name, now, before: baseline?.figures[name] }),
  );
  const shown = measures.filter(([, measure]) => rows.some(({ now }) => now[measure] !== undefined));
  print(
    formatTable(rows, columnsOf(shown, baseline !== undefined), {
      ...terminal,
      // In one row, however wide, for reading in an editor.
      width: Number.POSITIVE_INFINITY,
    }),
  );
  const { documents, failed, pages, chunks, ingestion, search, embeddingModel, answers, certainty } =
    evaluation;
  print();
  print(
    `${documents} documents, ${pages} pages, ${chunks} chunks, ingested in ${ingestion.seconds.toFixed(1)} s (${ingestion.pagesPerSecond.toFixed(1)} pages/s).`,
  );
  print(`A search takes ${search.p50.toFixed(1)} ms (p50), ${search.p95.toFixed(1)} ms (p95).`);
  if (answers) print(`An answer has ${answers.characters.toFixed(0)} characters.`);
  if (certainty) printCertainty(certainty, baseline?.certainty, terminal);
  if (embeddingModel !== undefined) print(`Vectors by ${embeddingModel}.`);
  print('tuning and final are the questions with even and with odd numbers.');
  if (failed.length > 0) {
    print(`${failed.length} documents failed:`);
    for (const { file, reason } of failed) print(`  ${plainLine(file)}: ${plainLine(reason)}`);
  }
  printAnswers(evaluation, terminal);
};
