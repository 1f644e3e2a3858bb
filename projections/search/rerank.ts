import { Failure, failure } from '../../domain/kernel/failure.ts';
import { mayLeavePremises } from '../../domain/privacy/may-leave-premises.ts';
import { embeddingTextOf } from '../../domain/retrieval/dense/embedding-text.ts';
import type { Passage } from '../../domain/retrieval/passage.ts';
import { passagesToRerank } from '../../domain/retrieval/ranking/blend-rerank-scores.ts';
import type { RankedPassage } from '../../domain/retrieval/ranking/rank-passages.ts';
import type { Reranker } from '../../ports/reranker.ts';

type RerankRequest = {
  /** The query as searched: spelled out and corrected. */
  readonly query: string;
  readonly phi: boolean;
  /** Best first. */
  readonly ranked: readonly RankedPassage[];
  /** Milliseconds. */
  readonly timeout: number;
};

/**
 * The cross-encoder's scores of the first passages, in their order. When texts leave the premises, a question with
 * PHI is refused, and a passage is not sent and has no score if its document is known to hold PHI or it seems to name
 * a patient.
 */
export const rerank = async (
  { model, rerank: score }: Reranker,
  { query, phi, ranked, timeout }: RerankRequest,
): Promise<readonly (number | undefined)[]> => {
  if (phi && model.leavesThePremises)
    throw new Failure(failure('unavailable', 'A question with PHI is not sent to a reranking service.'));
  const best = ranked.slice(0, passagesToRerank).map(({ passage }) => passage);
  const texts = best.map((passage) => embeddingTextOf(passage, model.maxPassageCharacters));
  const mayBeShown = (passage: Passage): boolean => !model.leavesThePremises || mayLeavePremises(passage);
  const shown = best.flatMap((passage, index) => (mayBeShown(passage) ? [index] : []));
  if (shown.length === 0) return [];
  const scores = await score(
    query,
    shown.map((index) => texts[index] ?? ''),
    { signal: AbortSignal.timeout(timeout) },
  );
  const scoreOf = new Map(shown.map((index, place) => [index, scores[place]]));
  return texts.map((_, index) => scoreOf.get(index));
};
