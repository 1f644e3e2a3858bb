import type { OrchestratorServices } from '../../consumers/query-orchestrator/orchestrator-services.ts';
import { verifyAnswer } from '../../domain/consultation/answering/verify-answer.ts';
import { classifyIntent } from '../../domain/consultation/intent/classify-intent.ts';
import { effectiveSettings } from '../../domain/operations/consultation-settings.ts';
import { createMemoryAnswerFeed } from '../../infra/cluster/answer-feed/memory-answer-feed.ts';
import { nodeHasher } from '../../infra/installation/node-hasher.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { countCl100kTokens } from '../../infra/reading/text-extraction/token-counter.ts';
import { unwatchedComponents } from '../../ports/component-health.ts';
import { silentMetrics } from '../../ports/metrics.ts';

/**
 * The orchestrator's services besides a log and a search: no outside sources, no models, and the settings of the start.
 */
export const plainOrchestratorServices: Omit<
  OrchestratorServices,
  'eventStore' | 'identity' | 'phiDetector' | 'search' | 'composer' | 'vocabulary'
> = {
  externalSources: [],
  languageModels: {},
  countTokens: countCl100kTokens,
  classify: classifyIntent,
  judge: verifyAnswer,
  health: unwatchedComponents,
  costs: { spentThisMonth: () => 0, mayCall: () => true, reserve: () => ({ release: () => {} }) },
  settings: { current: () => effectiveSettings({}, {}) },
  answerFeed: createMemoryAnswerFeed(),
  history: { lastExchanges: async () => [] },
  hasher: nodeHasher,
  fingerprint: () => '0'.repeat(32),
  metrics: silentMetrics,
  clock: systemClock,
  queryDeadline: 30_000,
};
