import { type Column, formatTable } from '../../cli/output/format-table.ts';
import type { Terminal } from '../../cli/output/terminal.ts';
import type { Ablation, Figures } from './evaluation.ts';

const measures = [
  ['S@1', 'successAt1'],
  ['S@3', 'successAt3'],
  ['R@10', 'recallAt10'],
  ['NDCG', 'ndcgAt10'],
] as const satisfies readonly (readonly [string, keyof Figures])[];
const halves = ['tuning', 'final'] as const;

/** A figure with its change against the full search, if any: `0.952 -0.016`. */
const figure = (now: number | undefined, whole: number | undefined): string | undefined => {
  if (now === undefined) return undefined;
  const change = now - (whole ?? now);
  const sign = change > 0 ? '+' : '';
  return Math.abs(change) < 0.0005 ? now.toFixed(3) : `${now.toFixed(3)} ${sign}${change.toFixed(3)}`;
};

/** Whether no measure of the half drops by a thousandth or more without the part. */
const isIdle = (half: Figures, whole: Figures): boolean =>
  measures.every(([, measure]) => (half[measure] ?? 0) > (whole[measure] ?? 0) - 0.0005);

/** The ranking signals that the tuning questions do not need, given the full search first. */
export const redundantFeatures = ([whole, ...others]: readonly Ablation[]): readonly string[] =>
  whole ? others.filter(({ tuning }) => isIdle(tuning, whole.tuning)).map(({ part }) => part) : [];

/**
 * Prints the contribution of each part of retrieval: the figures without it, and their change against the full search.
 */
export const printAblations = (ablations: readonly Ablation[], terminal: Terminal): void => {
  const [whole] = ablations;
  const columns: readonly Column<Ablation>[] = [
    { heading: 'PART', value: ({ part }) => part },
    ...halves.flatMap((half) =>
      measures.map(
        ([heading, measure]): Column<Ablation> => ({
          heading: `${half.toUpperCase()} ${heading}`,
          value: (row) => figure(row[half][measure], whole?.[half][measure]),
        }),
      ),
    ),
  ];
  terminal.print();
  terminal.print(formatTable(ablations, columns, { ...terminal, width: Number.POSITIVE_INFINITY }));
  const idle = redundantFeatures(ablations);
  terminal.print(
    idle.length === 0
      ? 'The tuning questions would miss every part.'
      : `The tuning questions would not miss: ${idle.map((part) => part.replace(/^without /, '')).join(', ')}.`,
  );
};
