import type { AnswerFigures } from '../evaluation.ts';
import type { ScoredQuery } from '../summarize-queries.ts';

/** The faults of answers to questions; undefined when none was answered. */
export const summarizeAnswers = (scored: readonly ScoredQuery[]): AnswerFigures | undefined => {
  const answers = scored.flatMap(({ id, answered }) =>
    answered === undefined ? [] : [{ question: id, ...answered }],
  );
  if (answers.length === 0) return undefined;
  return {
    characters: answers.reduce((sum, { characters }) => sum + characters, 0) / answers.length,
    faults: answers.flatMap(({ question, faults }) => faults.map((fault) => ({ question, ...fault }))),
    needing: answers.filter(({ missing }) => missing !== undefined).length,
    missing: answers.flatMap(({ question, missing = [] }) =>
      missing.map(({ file, page, at }) => ({ question, file, page, at })),
    ),
  };
};
