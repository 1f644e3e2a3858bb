import type { Metrics } from '../../ports/metrics.ts';
import type { Reranker } from '../../ports/reranker.ts';
import { createEndpointReranker } from './endpoint-reranker.ts';
import type { RerankConfiguration } from './rerank-configuration.ts';
import { createTransformersReranker } from './transformers-reranker.ts';

/** A cross-encoder, and the milliseconds that a search waits for it. */
type Reranking = { readonly reranker: Reranker; readonly timeout: number };

/**
 * The cross-encoder that the configuration names, if any. Rejects with `unavailable` when a local model cannot be
 * loaded.
 */
export const createReranking = async (
  configuration: RerankConfiguration,
  metrics: Metrics,
): Promise<Reranking | undefined> => {
  switch (configuration.provider) {
    case 'none':
      return undefined;
    case 'endpoint':
      return {
        reranker: createEndpointReranker({ ...configuration, metrics }),
        timeout: configuration.timeout,
      };
    case 'transformers': {
      const { provider: _, timeout, ...options } = configuration;
      return { reranker: await createTransformersReranker(options), timeout };
    }
  }
};
