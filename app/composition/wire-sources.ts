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
  /** The configured sources. */
  readonly externalSources: readonly ExternalSource[];
  /** Searches them; absent if there are none. */
  readonly sourceSearch?: SourceSearch;
};

type SourceServices = {
  readonly configuration: Pick<Configuration, 'sources' | 'searchTimeout'>;
  readonly storage: Pick<Storage, 'installationSecret' | 'passingSecret' | 'redis'>;
  /** Screens outgoing queries regardless of the mode for questions: whatever it finds must not leave. */
  readonly phiDetector: PhiDetector;
  /** The vocabulary for interpreting questions, without that of a corpus. */
  readonly vocabulary: QueryVocabulary;
  readonly metrics: Metrics;
  readonly health: ComponentMonitor;
  /** Reads drug labels from openFDA, if enabled. */
  readonly readLabels?: LabelReader;
  /** The client of PubMed, if enabled; shared with the tools. */
  readonly pubmedClient?: PubmedClient | undefined;
};

/** The size of the evidence cache in bytes: ten pieces take up to 40 kB, so that some 400 searches fit. */
const CACHE_BYTES = 16 * 1024 * 1024;

/** Wires the external sources. */
export const wireSources = (services: SourceServices): SourceParts => {
  const { configuration, storage, phiDetector, vocabulary, metrics, health } = services;
  const { sources: configured, searchTimeout: timeout } = configuration;
  const { readLabels, pubmedClient } = services;
  const shared = omitUndefined({ readLabels, pubmedClient });
  const sources = createEvidenceSources(configured, { metrics, health, timeout, ...shared });
  const externalSources = sources.map(({ name }) => name);
  if (sources.length === 0) return { externalSources };
  const key = installationKey(storage.installationSecret, 'evidence cache');
  return {
    externalSources,
    sourceSearch: createSourceSearch({
      sources,
      phiDetector,
      vocabulary,
      cache: openResultCache(storage.redis, storage, 'evidence', CACHE_BYTES),
      keyOf: (text) => createHmac('sha256', key).update(text).digest('hex'),
      metrics,
      maxParallel: configured.maxParallel,
      limit: configured.limit,
    }),
  };
};
