import { faultKinds } from './answers/find-faults.ts';
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

type Measured = Pick<Evaluation, 'figures' | 'answers' | 'traps' | 'certainty'>;

/** The counts of faults in answers, by name. */
const wrongs = ({ answers, traps }: Measured): ReadonlyMap<string, number> =>
  new Map([
    ...(answers
      ? faultKinds.map(
          (kind) => [kind, answers.faults.filter((fault) => fault.kind === kind).length] as const,
        )
      : []),
    ...(answers && answers.needing > 0 ? [['needed warning missing', answers.missing.length] as const] : []),
    ...(traps ? [['trap', traps.reduce((sum, { fallenInto }) => sum + fallenInto.length, 0)] as const] : []),
  ]);

/** The overall measures below the baseline, and the fault counts above it, as sentences. */
export const findRegressions = (current: Measured, baseline: Measured): readonly string[] => {
  const now = current.figures.all;
  const before = baseline.figures.all;
  if (!now || !before) return ['One of the evaluations has no overall figures.'];
  const counted = wrongs(current);
  return [
    ...measures.flatMap(([name, measure]) => {
      const [was, is] = [before[measure], now[measure]];
      if (was === undefined || is === undefined || was - is <= TOLERANCE) return [];
      return [`${name} fell from ${was.toFixed(3)} to ${is.toFixed(3)}.`];
    }),
    ...[...wrongs(baseline)].flatMap(([name, was]) => {
      const is = counted.get(name);
      return is === undefined || is <= was ? [] : [`“${name}” rose from ${was} to ${is}.`];
    }),
    ...certaintyRegressions(current.certainty?.all, baseline.certainty?.all),
  ];
};
