import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { createSharedRate, type SharedRate } from '../../infra/cluster/rate-limiter/shared-rate.ts';
import { createLanguageModels } from '../../infra/models/language-models/create-language-models.ts';
import { traceModels } from '../../infra/observability/spans/trace-models.ts';
import { createAlertChannels } from '../../infra/services/alerts/create-alert-channels.ts';
import {
  createLabelReader,
  type LabelReader,
} from '../../infra/services/evidence-sources/openfda/label-reader.ts';
import {
  createPubmedClient,
  type PubmedClient,
} from '../../infra/services/evidence-sources/pubmed/pubmed-client.ts';
import type { AlertChannel } from '../../ports/alerts.ts';
import type { LanguageModels } from '../../ports/language-model.ts';
import type { Foundation } from './open-foundation.ts';
import type { Stores } from './open-stores.ts';
import type { WriteSide } from './open-write-side.ts';

/** External services that more than one part uses. */
export type Outside = {
  readonly languageModels: LanguageModels;
  readonly alertChannels: readonly AlertChannel[];
  /** Asks openFDA, where that is switched on: one for answers and tools, which share the rate that it allows. */
  readonly readLabels?: LabelReader;
  /** The same for PubMed. */
  readonly pubmedClient?: PubmedClient;
  /** How fast all nodes together may ask Brave. */
  readonly webRate?: SharedRate;
};

/** The fourth stage of a start: the services outside. None of them is asked anything yet. */
export const openOutside = ({
  configuration,
  replace,
  logger,
  metrics,
  health,
  traces,
  isTraced,
  storage,
  rateLimiter,
  settings,
}: Foundation & Stores & Pick<WriteSide, 'settings'>): Outside => {
  const models =
    replace.languageModels ?? createLanguageModels(configuration.llm, { metrics, health, logger, settings });
  const { openfda, pubmed } = configuration.sources;
  const sharedRate = (service: string) => storage.redis && createSharedRate(rateLimiter, service);
  return {
    languageModels: isTraced ? traceModels(models, traces) : models,
    alertChannels: createAlertChannels(configuration.alerts, { metrics }),
    ...omitUndefined({
      readLabels: openfda && createLabelReader({ ...openfda, metrics, together: sharedRate('openfda') }),
      pubmedClient: pubmed && createPubmedClient({ ...pubmed, metrics, together: sharedRate('ncbi') }),
      webRate: sharedRate('brave'),
    }),
  };
};
