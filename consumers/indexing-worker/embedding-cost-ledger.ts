import { addCosts } from '../../domain/indexing/embedding-cost.ts';
import type { Embedder, EmbeddingOptions } from '../../ports/embedder.ts';

/** Embedding costs that no event records yet, by job. Kept in memory: a crash loses it, the metrics do not. */
export type EmbeddingCostLedger = {
  /** Embeds passages and adds the cost to the job's bill, even if it fails after a part was paid for. */
  readonly embed: (
    jobId: string,
    embedder: Embedder,
    texts: readonly string[],
    options: Omit<EmbeddingOptions, 'onPart'>,
  ) => Promise<readonly Float32Array[]>;
  /** Returns the job's bill in US dollars, null when a price is not known, and clears it. */
  readonly settle: (jobId: string) => number | null;
};

/** Jobs whose bills are kept; the oldest beyond that is dropped. */
const MAX_JOBS = 1000;

export const createEmbeddingCostLedger = (): EmbeddingCostLedger => {
  const bills = new Map<string, number | null>();
  const amountOf = (jobId: string): number | null => bills.get(jobId) ?? (bills.has(jobId) ? null : 0);

  const add = (jobId: string, costUsd: number | null): void => {
    if (costUsd === 0) return;
    bills.set(jobId, addCosts(amountOf(jobId), costUsd));
    const [oldest] = bills.keys();
    if (bills.size > MAX_JOBS && oldest !== undefined) bills.delete(oldest);
  };

  return {
    embed: async (jobId, embedder, texts, options) => {
      let costUsd: number | null = 0;
      try {
        const onPart: EmbeddingOptions['onPart'] = (part) => {
          costUsd = addCosts(costUsd, part.costUsd);
        };
        const made = await embedder.embedPassages(texts, { ...options, onPart });
        costUsd = made.costUsd;
        return made.vectors;
      } finally {
        add(jobId, costUsd);
      }
    },
    settle: (jobId) => {
      const amount = amountOf(jobId);
      bills.delete(jobId);
      return amount;
    },
  };
};
