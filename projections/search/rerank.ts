import { Failure, failure } from '../../domain/kernel/failure.ts';
import { findPatientIdentifiers } from '../../domain/privacy/find-patient-identifiers.ts';
import { passagesToRerank } from '../../domain/retrieval/blend-rerank-scores.ts';
import { embeddingTextOf } from '../../domain/retrieval/embedding-text.ts';
import type { RankedPassage } from '../../domain/retrieval/rank-passages.ts';
import type { Reranker } from '../../ports/reranker.ts';

export type RerankRequest = {
  /** As it was searched: spelled out and corrected. */
  readonly query: string;
  readonly phi: boolean;
  /** Best first. */
  readonly ranked: readonly RankedPassage[];
  /** Milliseconds. */
  readonly timeout: number;
};

/**
 * The cross-encoder's scores of the first passages, in their order. Where texts leave the machine, a question with PHI
 * is refused, and a passage that seems to name a patient is not shown and has no score.
 */
export const rerank = async (
  { model, rerank: score }: Reranker,
  { query, phi, ranked, timeout }: RerankRequest,
): Promise<readonly (number | undefined)[]> => {
  if (phi && model.leavesTheMachine)
    throw new Failure(failure('unavailable', 'A question with PHI is not sent to a reranking service.'));
  const texts = ranked
    .slice(0, passagesToRerank)
    .map(({ passage }) => embeddingTextOf(passage, model.maxPassageCharacters));
  const shown = texts.flatMap((text, index) =>
    model.leavesTheMachine && findPatientIdentifiers(text, ranked[index]?.passage.sourceType).length > 0
      ? []
      : [index],
  );
  if (shown.length === 0) return [];
  const scores = await score(
    query,
    shown.map((index) => texts[index] ?? ''),
    { signal: AbortSignal.timeout(timeout) },
  );
  const scoreOf = new Map(shown.map((index, place) => [index, scores[place]]));
  return texts.map((_, index) => scoreOf.get(index));
};
