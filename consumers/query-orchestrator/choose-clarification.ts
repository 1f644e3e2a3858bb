import { shouldClarify } from '../../domain/consultation/clarification/should-clarify.ts';
import type { CommandOf } from '../../domain/consultation/query-commands.ts';
import type { KnownQuery } from '../../domain/consultation/query-state.ts';
import type { ResolvedQuestion } from './resolve-question.ts';
import type { FoundForQuestion } from './search-sources.ts';

/** The clarifying question to the person, if any. */
export const chooseClarification = (
  { asked, followUp, round }: ResolvedQuestion,
  { knowledge: { interpretation, results } }: FoundForQuestion,
  routing: Extract<KnownQuery, { status: 'routed' }>['routing'] | undefined,
): CommandOf<'AskBack'> | undefined => {
  if (routing === undefined) return undefined;
  const { intent, classifiedBy } = routing;
  // An unclear intent is no fault of the question where the classifier failed.
  const confidence = classifiedBy === 'failure' ? 1 : routing.confidence;
  const asks = shouldClarify({
    question: asked.question,
    interpretation,
    intent: { intent, confidence, by: 'words' },
    results,
    round: round - 1,
    followUp,
    clinicalContext: asked.clinicalContext,
  });
  return asks && { type: 'AskBack', ...asks, options: asks.options.map((option) => ({ ...option })) };
};
