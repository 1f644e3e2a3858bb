import type { Certainty } from '../evaluation.ts';
import type { Presented } from '../presented-as.ts';
import { numberOf } from '../summarize-queries.ts';

type Asked = { readonly id: string; readonly presented: Presented };

const countOf = (asked: readonly Asked[], as: Presented): number =>
  asked.filter(({ presented }) => presented === as).length;

const countsOf = (unanswerable: readonly Asked[], answerable: readonly Asked[]) => ({
  unanswerable: unanswerable.length,
  takenForAnswers: countOf(unanswerable, 'strong'),
  nothingFound: countOf(unanswerable, 'nothing'),
  answerable: answerable.length,
  calledWeak: countOf(answerable, 'weak') + countOf(answerable, 'nothing'),
});

const isOdd = ({ id }: Asked): boolean => numberOf(id) % 2 === 1;
const isEven = (asked: Asked): boolean => !isOdd(asked);

/** Counts both errors: unanswerable questions with a confident answer, and answerable ones without. */
export const summarizeCertainty = (
  unanswerable: readonly (Asked & { readonly kind: string })[],
  answerable: readonly Asked[],
): Certainty => {
  const kinds = [...new Set(unanswerable.map(({ kind }) => kind))].sort();
  return {
    all: countsOf(unanswerable, answerable),
    tuning: countsOf(unanswerable.filter(isEven), answerable.filter(isEven)),
    final: countsOf(unanswerable.filter(isOdd), answerable.filter(isOdd)),
    kinds: Object.fromEntries(
      kinds.map((kind) => {
        const ofKind = unanswerable.filter((one) => one.kind === kind);
        return [kind, { unanswerable: ofKind.length, takenForAnswers: countOf(ofKind, 'strong') }];
      }),
    ),
    takenForAnswers: unanswerable.flatMap(({ id, presented }) => (presented === 'strong' ? [id] : [])),
    calledWeak: answerable.flatMap(({ id, presented }) => (presented === 'strong' ? [] : [id])),
  };
};
