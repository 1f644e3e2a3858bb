import { createHmac } from 'node:crypto';
import { createSourceSearch, type SourceSearch } from '../../consumers/source-search/search-sources.ts';
import type { ExternalSource } from '../../domain/consultation/sources/source-name.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { QueryVocabulary } from '../../domain/retrieval/query/query-vocabulary.ts';
import { createEvidenceSources } from '../../infra/services/evidence-sources/create-evidence-sources.ts';
import type { LabelReader } from '../../infra/services/evidence-sources/openfda/label-reader.ts';
import type { PubmedClient } from '../../infra/services/evidence-sources/pubmed/pubmed-client.ts';
import { installationKey } from '../../infra/storage/key-vault/installation-key.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { PhiDetector } from '../../ports/phi-detector.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Storage } from './open-storage.ts';
import { openResultCache } from './shared-caches.ts';

type SourceParts = {
  /** Those that can be asked. */
  readonly externalSources: readonly ExternalSource[];
  /** Asks them; absent where there is none. */
  readonly sourceSearch?: SourceSearch;
};

type SourceServices = {
  readonly configuration: Pick<Configuration, 'sources' | 'searchTimeout'>;
  readonly storage: Pick<Storage, 'masterKey' | 'redis'>;
  /** Whatever the mode of questions is: what it finds in one does not leave. */
  readonly phiDetector: PhiDetector;
  /** Reads questions; of no corpus. */
  readonly vocabulary: QueryVocabulary;
  readonly metrics: Metrics;
  readonly health: ComponentMonitor;
  /** Asks openFDA, where that is switched on. */
  readonly readLabels?: LabelReader;
  /** Where tools ask PubMed as well. */
  readonly pubmedClient?: PubmedClient | undefined;
};

/** Bytes of evidence that are remembered: ten pieces take up to 40 kB, so that some 400 searches fit. */
const CACHE_BYTES = 16 * 1024 * 1024;

/** Wires the sources outside. */
export const wireSources = (services: SourceServices): SourceParts => {
  const { configuration, storage, phiDetector, vocabulary, metrics, health } = services;
  const { sources: configured, searchTimeout: timeout } = configuration;
  const { readLabels, pubmedClient } = services;
  const shared = omitUndefined({ readLabels, pubmedClient });
  const sources = createEvidenceSources(configured, { metrics, health, timeout, ...shared });
  const externalSources = sources.map(({ name }) => name);
  if (sources.length === 0) return { externalSources };
  const key = installationKey(storage.masterKey, 'evidence cache');
  return {
    externalSources,
    sourceSearch: createSourceSearch({
      sources,
      phiDetector,
      vocabulary,
      cache: openResultCache(storage.redis, storage.masterKey, 'evidence', CACHE_BYTES),
      keyOf: (text) => createHmac('sha256', key).update(text).digest('hex'),
      metrics,
      maxParallel: configured.maxParallel,
      limit: configured.limit,
    }),
  };
};
