import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { EvidenceSource } from '../../../ports/evidence-source.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { createGuard } from '../../resilience/create-guard.ts';
import { wasRefusedHere } from '../../resilience/gate.ts';
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
  /** Milliseconds that a search of one source may take in all. */
  readonly timeout: number;
  /** Asks openFDA within the rate shared by all callers; absent: at a separate rate. */
  readonly readLabels?: LabelReader;
  /** Where others ask PubMed as well: the rate that it allows is one. */
  readonly pubmedClient?: PubmedClient | undefined;
};

/** The share of one attempt in the time of a search: a caller that waits longer goes away without a reason. */
const ATTEMPT_SHARE = 0.9;
/** Once more, after a short pause (failure matrix, "External Tools"). Milliseconds. */
const RETRIES = { attempts: 2, firstPause: 300, maxPause: 600, maxRetryAfter: 2000 };
/** Questions that ask one source at once; more wait for its rate in any case. */
const BULKHEAD = { concurrent: 16, queued: 64 };

/** A source behind a guard: once more where that may help, and left alone while it keeps failing. */
const guarded = (source: EvidenceSource, { health, timeout }: SourceServices): EvidenceSource => {
  const guard = createGuard({
    component: `external-sources:${source.name}`,
    label: 'The source',
    timeoutMs: Math.ceil(timeout * ATTEMPT_SHARE),
    retries: { ...RETRIES, mayPass: isTransient },
    bulkhead: BULKHEAD,
    health,
    // What waits for the rate here says nothing of the service.
    judge: (error) => (wasRefusedHere(error) ? 'unknown' : judgeFailure(error)),
  });
  return {
    ...source,
    search: ({ signal, ...request }) =>
      guard((within) => source.search({ ...request, signal: within }), signal),
  };
};

/** The sources outside that are configured, in the order of their names. */
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
