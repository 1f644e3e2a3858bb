import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { Reranker } from '../../../ports/reranker.ts';
import { modelFolder } from '../installable/model-folder.ts';
import { createEndpointReranker } from './endpoint-reranker.ts';
import type { RerankConfiguration } from './rerank-configuration.ts';
import { createTransformersReranker, TRANSFORMERS_RERANK_MODEL } from './transformers-reranker.ts';

/** A cross-encoder, and its timeout in milliseconds within a search. */
type Reranking = { readonly reranker: Reranker; readonly timeout: number };

/** Creates the configured cross-encoder, if any. Rejects with `unavailable` when a local model cannot be loaded. */
export const createReranking = async (
  configuration: RerankConfiguration,
  {
    metrics,
    health,
    modelsDir,
  }: {
    readonly metrics: Metrics;
    readonly health: Pick<ComponentMonitor, 'report'>;
    readonly modelsDir: string;
  },
): Promise<Reranking | undefined> => {
  switch (configuration.provider) {
    case 'none':
      return undefined;
    case 'endpoint':
      return {
        reranker: createEndpointReranker({ ...configuration, metrics, health }),
        timeout: configuration.timeout,
      };
    case 'transformers': {
      const { provider: _, timeout, model = TRANSFORMERS_RERANK_MODEL, ...options } = configuration;
      const folder = options.folder ?? (await modelFolder(modelsDir, model));
      return {
        reranker: await createTransformersReranker({ ...options, model, ...omitUndefined({ folder }) }),
        timeout,
      };
    }
  }
};
