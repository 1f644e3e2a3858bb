import { type Certainty, type Evaluation, measures } from './evaluation.ts';

/** Differences up to this size count as noise: less than one question in a hundred changed by half. */
const TOLERANCE = 0.005;

type Counts = Certainty['all'];

const certaintyErrors = [
  ['Unanswerable questions that are answered as if they were sure', 'takenForAnswers', 'unanswerable'],
  ['Answerable questions that are called weak', 'calledWeak', 'answerable'],
] as const satisfies readonly (readonly [string, keyof Counts, keyof Counts])[];

const certaintyRegressions = (now: Counts | undefined, before: Counts | undefined): readonly string[] => {
  if (!now || !before) return [];
  return certaintyErrors.flatMap(([name, error, of]) => {
    const [was, is] = [before, now].map((counts) => counts[error] / Math.max(1, counts[of]));
    if (was === undefined || is === undefined || is - was <= TOLERANCE) return [];
    return [`${name} rose from ${was.toFixed(3)} to ${is.toFixed(3)}.`];
  });
};

/** The overall measures that are lower than in the baseline, each as a sentence. */
export const findRegressions = (
  current: Pick<Evaluation, 'figures' | 'certainty'>,
  baseline: Pick<Evaluation, 'figures' | 'certainty'>,
): readonly string[] => {
  const now = current.figures.all;
  const before = baseline.figures.all;
  if (!now || !before) return ['One of the evaluations has no overall figures.'];
  const ofFigures = measures.flatMap(([name, measure]) => {
    const [was, is] = [before[measure], now[measure]];
    if (was === undefined || is === undefined || was - is <= TOLERANCE) return [];
    return [`${name} fell from ${was.toFixed(3)} to ${is.toFixed(3)}.`];
  });
  return [...ofFigures, ...certaintyRegressions(current.certainty?.all, baseline.certainty?.all)];
};
