import { addCosts } from '../../../domain/indexing/embedding-cost.ts';
import { anySignal } from '../../../ports/any-signal.ts';
import type { EmbeddingOptions, PassageEmbeddings } from '../../../ports/embedder.ts';

type Part = {
  /** The texts as passed by the caller. */
  readonly texts: readonly string[];
  /** The texts as sent to the model. */
  readonly readable: readonly string[];
};

/** Splits texts along the same boundaries as their requests. */
export const partsOf = (
  texts: readonly string[],
  requests: readonly (readonly string[])[],
): readonly Part[] => {
  let from = 0;
  return requests.map((readable) => {
    const part = texts.slice(from, from + readable.length);
    from += readable.length;
    return { texts: part, readable };
  });
};

/**
 * Embeds parts concurrently and returns the combined result. After the first failure it starts no further requests.
 *
 * @param embed embeds one part; its signal stops retries, not a request in flight
 */
export const embedInParts = async (
  parts: readonly Part[],
  embed: (readable: readonly string[], halt: AbortSignal) => Promise<PassageEmbeddings>,
  { signal, onPart }: EmbeddingOptions,
): Promise<PassageEmbeddings> => {
  const failed = new AbortController();
  const halt = signal === undefined ? failed.signal : anySignal([signal, failed.signal]);
  let first: unknown;
  const settled = await Promise.allSettled(
    parts.map(async ({ texts, readable }) => {
      try {
        const answer = await embed(readable, halt);
        await onPart?.({ ...answer, texts });
        return answer;
      } catch (error) {
        // The call as a whole has failed, so no further requests are sent. Those in flight are paid for: wait for them.
        first ??= error;
        failed.abort();
        throw error;
      }
    }),
  );
  if (failed.signal.aborted) {
    signal?.throwIfAborted();
    throw first;
  }
  const answers = settled.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  return {
    vectors: answers.flatMap(({ vectors }) => vectors),
    tokens: answers.reduce((sum, { tokens }) => sum + tokens, 0),
    costUsd: answers.reduce<number | null>((sum, { costUsd }) => addCosts(sum, costUsd), 0),
  };
};
