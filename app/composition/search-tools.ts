import { createHmac } from 'node:crypto';
import { lookupIcd10 } from '../../consumers/tools/search/lookup-icd10.ts';
import { createRememberResult } from '../../consumers/tools/search/remember-result.ts';
import { searchClinicalTrials } from '../../consumers/tools/search/search-clinical-trials.ts';
import { searchMedicalGuidelines } from '../../consumers/tools/search/search-medical-guidelines.ts';
import { searchOpenEvidence } from '../../consumers/tools/search/search-openevidence.ts';
import { searchPubmed } from '../../consumers/tools/search/search-pubmed.ts';
import { webSearchMedical } from '../../consumers/tools/search/web-search-medical.ts';
import type { SharedRate } from '../../infra/cluster/rate-limiter/shared-rate.ts';
import { createGatewayEvidence } from '../../infra/services/evidence-sources/gateway/gateway-evidence.ts';
import type { PubmedClient } from '../../infra/services/evidence-sources/pubmed/pubmed-client.ts';
import { createPubmedLiterature } from '../../infra/services/evidence-sources/pubmed/pubmed-literature.ts';
import { createBraveSearch } from '../../infra/services/lookups/brave-search.ts';
import { createClinicalTables } from '../../infra/services/lookups/clinical-tables.ts';
import { createClinicalTrialsGov } from '../../infra/services/lookups/clinical-trials-gov.ts';
import { guardLookup } from '../../infra/services/lookups/guard-lookup.ts';
import { installationKey } from '../../infra/storage/key-vault/installation-key.ts';
import type { ComponentMonitor } from '../../ports/component-health.ts';
import type { Metrics } from '../../ports/metrics.ts';
import type { PhiDetector } from '../../ports/phi-detector.ts';
import type { RegisteredTool } from '../../ports/tool.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Storage } from './open-storage.ts';
import { openResultCache } from './shared-caches.ts';
import type { SearchParts } from './wire-search.ts';

export type SearchToolParts = {
  readonly configuration: Pick<Configuration, 'sources' | 'lookups'>;
  readonly storage: Pick<Storage, 'installationSecret' | 'passingSecret' | 'redis'>;
  readonly searchParts: { readonly search: Pick<SearchParts['search'], 'search' | 'findDocuments'> };
  readonly commandServices: { readonly phiDetector: Pick<PhiDetector, 'screen'> };
  /** Shared with the evidence source, because PubMed's rate limit covers both. */
  readonly pubmedClient?: PubmedClient | undefined;
  /** The rate limit for Brave, shared by all nodes. */
  readonly webRate?: SharedRate | undefined;
  readonly metrics: Metrics;
  readonly health: Pick<ComponentMonitor, 'report'>;
};

/** The size of the result cache in bytes; most results take 5 to 50 kB. */
const CACHE_BYTES = 16 * 1024 * 1024;

/** The search tools: for the knowledge base, and for the external services that are enabled. */
export const searchTools = (parts: SearchToolParts): readonly RegisteredTool[] => {
  const { configuration, storage, searchParts, commandServices, pubmedClient, metrics, health } = parts;
  const { openevidence } = configuration.sources;
  const { brave, clinicalTrials, icd10 } = configuration.lookups;
  const guarded = (name: string, title: string) => guardLookup({ name, title, health });
  const key = installationKey(storage.installationSecret, 'evidence cache');
  const remember = createRememberResult({
    cache: openResultCache(storage.redis, storage, 'lookups', CACHE_BYTES),
    keyOf: (text) => createHmac('sha256', key).update(text).digest('hex'),
  });
  const { search, findDocuments } = searchParts.search;
  return [
    searchPubmed({
      remember,
      literature: pubmedClient && guarded('pubmed', 'PubMed')(createPubmedLiterature(pubmedClient)),
    }),
    searchOpenEvidence({
      remember,
      evidence:
        openevidence &&
        guarded('openevidence', 'OpenEvidence')(createGatewayEvidence({ ...openevidence, metrics })),
    }),
    searchMedicalGuidelines({ search, findDocuments, phiDetector: commandServices.phiDetector }),
    webSearchMedical({
      remember,
      web:
        brave &&
        guarded('brave', 'Brave Search')(createBraveSearch({ ...brave, metrics, together: parts.webRate })),
    }),
    searchClinicalTrials({
      remember,
      trials:
        clinicalTrials &&
        guarded(
          'clinicaltrials',
          'ClinicalTrials.gov',
        )(createClinicalTrialsGov({ ...clinicalTrials, metrics })),
    }),
    lookupIcd10({
      remember,
      codes: icd10 && guarded('icd10', 'NLM Clinical Tables')(createClinicalTables({ ...icd10, metrics })),
    }),
  ];
};
