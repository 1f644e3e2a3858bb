import { type Evaluation, measures } from './evaluation.ts';

/** Differences up to this size count as noise: less than one question in a hundred changed by half. */
const TOLERANCE = 0.005;

/** The overall measures that are lower than in the baseline, each as a sentence. */
export const findRegressions = (
  current: Pick<Evaluation, 'figures'>,
  baseline: Pick<Evaluation, 'figures'>,
): readonly string[] => {
  const now = current.figures.all;
  const before = baseline.figures.all;
  if (!now || !before) return ['One of the evaluations has no overall figures.'];
  return measures.flatMap(([name, measure]) => {
    const [was, is] = [before[measure], now[measure]];
    if (was === undefined || is === undefined || was - is <= TOLERANCE) return [];
    return [`${name} fell from ${was.toFixed(3)} to ${is.toFixed(3)}.`];
  });
};
