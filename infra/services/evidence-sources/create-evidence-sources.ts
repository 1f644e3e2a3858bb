import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { EvidenceSource } from '../../../ports/evidence-source.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { createGuard } from '../../resilience/create-guard.ts';
import { wasRefusedLocally } from '../../resilience/gate.ts';
import { isTransient } from '../../resilience/is-transient.ts';
import { judgeFailure } from '../../resilience/judge-failure.ts';
import { createGatewaySource } from './gateway/gateway-source.ts';
import type { LabelReader } from './openfda/label-reader.ts';
import { createOpenfdaSource } from './openfda/openfda-source.ts';
import { createPubmedClient, type PubmedClient } from './pubmed/pubmed-client.ts';
import { createPubmedSource } from './pubmed/pubmed-source.ts';
import type { SourceConfiguration } from './source-configuration.ts';

type SourceServices = {
  readonly metrics: Metrics;
  readonly health: Pick<ComponentMonitor, 'report'>;
  /** Total time limit, in milliseconds, for a search of one source. */
  readonly timeout: number;
  /** Reads openFDA at the rate shared with other callers; default: at a separate rate. */
  readonly readLabels?: LabelReader;
  /** The client shared with other callers of PubMed, which allows one rate for all of them. */
  readonly pubmedClient?: PubmedClient | undefined;
};

/**
 * Share of the search time that one attempt may use, so that the caller still receives the reason for a
 * timeout.
 */
const ATTEMPT_SHARE = 0.9;
/** One retry after a short pause (failure matrix, "External Tools"). Milliseconds. */
const RETRIES = { attempts: 2, firstPause: 300, maxPause: 600, maxRetryAfter: 2000 };
/** Concurrent searches of one source; more would only wait for its rate limit. */
const BULKHEAD = { concurrent: 16, queued: 64 };

/** Guards a source: retries transient failures once, and stops asking while it keeps failing. */
const guarded = (source: EvidenceSource, { health, timeout }: SourceServices): EvidenceSource => {
  const guard = createGuard({
    component: `external-sources:${source.name}`,
    label: 'The source',
    timeoutMs: Math.ceil(timeout * ATTEMPT_SHARE),
    retries: { ...RETRIES, mayPass: isTransient },
    bulkhead: BULKHEAD,
    health,
    // Waiting for the local rate limit says nothing about the service.
    judge: (error) => (wasRefusedLocally(error) ? 'unknown' : judgeFailure(error)),
  });
  return {
    ...source,
    search: ({ signal, ...request }) =>
      guard((within) => source.search({ ...request, signal: within }), signal),
  };
};

/** Creates the configured external sources, in a fixed order. */
export const createEvidenceSources = (
  configuration: SourceConfiguration,
  services: SourceServices,
): readonly EvidenceSource[] => {
  const { metrics, readLabels } = services;
  const { pubmed, openfda, uptodate, openevidence } = configuration;
  return Object.values(
    omitUndefined({
      pubmed:
        pubmed && createPubmedSource(services.pubmedClient ?? createPubmedClient({ ...pubmed, metrics })),
      openfda: openfda && createOpenfdaSource({ ...openfda, metrics }, readLabels),
      uptodate:
        uptodate &&
        createGatewaySource({
          name: 'uptodate',
          title: 'UpToDate',
          keyVariable: 'UPTODATE_API_KEY',
          ...uptodate,
          metrics,
        }),
      openevidence:
        openevidence &&
        createGatewaySource({
          name: 'openevidence',
          title: 'OpenEvidence',
          keyVariable: 'OPENEVIDENCE_API_KEY',
          ...openevidence,
          metrics,
        }),
    }),
  )
    .filter((source) => source !== undefined)
    .map((source) => guarded(source, services));
};
