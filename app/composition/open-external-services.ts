import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { createSharedRate, type SharedRate } from '../../infra/cluster/rate-limiter/shared-rate.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
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
import { createWitnesses } from '../../infra/services/witnesses/create-witnesses.ts';
import type { AlertChannel } from '../../ports/alerts.ts';
import type { CheckpointWitness } from '../../ports/checkpoint-witness.ts';
import type { LanguageModels } from '../../ports/language-model.ts';
import type { Foundation } from './open-foundation.ts';
import type { Stores } from './open-stores.ts';
import type { WriteSide } from './open-write-side.ts';

/** External services that more than one part uses. */
export type ExternalServices = {
  readonly languageModels: LanguageModels;
  readonly alertChannels: readonly AlertChannel[];
  /** Who keeps checkpoints of the log outside. */
  readonly witnesses: readonly CheckpointWitness[];
  /** Reads drug labels from openFDA, if enabled. Answers and tools share it, because they share the rate limit. */
  readonly readLabels?: LabelReader;
  /** The client of PubMed, if enabled; shared for the same reason. */
  readonly pubmedClient?: PubmedClient;
  /** The rate limit for Brave, shared by all nodes. */
  readonly webRate?: SharedRate;
};

/** The fourth stage of a start: external services. Sends no requests yet. */
export const openExternalServices = ({
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
}: Foundation & Stores & Pick<WriteSide, 'settings'>): ExternalServices => {
  const models =
    replace.languageModels ?? createLanguageModels(configuration.llm, { metrics, health, logger, settings });
  const { openfda, pubmed } = configuration.sources;
  const sharedRate = (service: string) => storage.redis && createSharedRate(rateLimiter, service);
  return {
    languageModels: isTraced ? traceModels(models, traces) : models,
    alertChannels: createAlertChannels(configuration.alerts, { metrics }),
    witnesses: createWitnesses(configuration.witnesses, systemClock),
    ...omitUndefined({
      readLabels: openfda && createLabelReader({ ...openfda, metrics, together: sharedRate('openfda') }),
      pubmedClient: pubmed && createPubmedClient({ ...pubmed, metrics, together: sharedRate('ncbi') }),
      webRate: sharedRate('brave'),
    }),
  };
};
