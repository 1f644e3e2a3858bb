import { addCosts } from '../../../domain/indexing/embedding-cost.ts';
import type { EmbeddingOptions, PassageEmbeddings } from '../../../ports/embedder.ts';

type Part = {
  /** As they were given. */
  readonly texts: readonly string[];
  /** As the model gets them. */
  readonly readable: readonly string[];
};

/** Texts, divided as their readable forms are. */
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
 * Embeds parts at once, and answers for all of them together. Once one fails nothing more is asked for.
 *
 * @param embed asks for one part; its signal ends the repeating, but no request that is under way
 */
export const embedInParts = async (
  parts: readonly Part[],
  embed: (readable: readonly string[], halt: AbortSignal) => Promise<PassageEmbeddings>,
  { signal, onPart }: EmbeddingOptions,
): Promise<PassageEmbeddings> => {
  const failed = new AbortController();
  const halt = signal === undefined ? failed.signal : AbortSignal.any([signal, failed.signal]);
  let first: unknown;
  const settled = await Promise.allSettled(
    parts.map(async ({ texts, readable }) => {
      try {
        const answer = await embed(readable, halt);
        await onPart?.({ ...answer, texts });
        return answer;
      } catch (error) {
        // Nothing more is asked for, because the whole is lost. What has been asked for is paid for: it is waited for.
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
