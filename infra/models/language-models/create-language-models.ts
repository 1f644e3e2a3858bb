import { Failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { LanguageModel, LanguageModels } from '../../../ports/language-model.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { SettingsReader } from '../../../ports/settings-reader.ts';
import { createStreamGuard } from '../../resilience/create-stream-guard.ts';
import { judgeFailure } from '../../resilience/judge-failure.ts';
import { knownModel } from './known-models.ts';
import type { LlmConfiguration } from './llm-configuration.ts';
import { isAboutContent } from './model-failures.ts';
import { createOpenAiLanguageModel } from './openai-language-model.ts';

type ModelServices = {
  readonly metrics: Metrics;
  readonly health: Pick<ComponentMonitor, 'report'>;
  readonly logger: Pick<Logger, 'warn' | 'error'>;
  /** Overrides of the configured models, set by an admin. */
  readonly settings: SettingsReader;
};
type ModelConfiguration = NonNullable<LlmConfiguration['local']>;

/** The default number of questions in progress; further ones wait within their own deadline. */
const BULKHEAD = { concurrent: 16, queued: 256 } as const;

/** Milliseconds added to the adapter's own limits, which must fire first because their failures name the slow step. */
const AFTERWARDS = 1000;

/**
 * A request that was not sent is no evidence about a service. Unusable content does not count against it either:
 * otherwise a few questions that provoke nonsense would block the model for everybody for a minute.
 */
const judgeModelFailure: typeof judgeFailure = (error) => {
  if (error instanceof Failure && error.reason.code === 'rule_violated') return 'unknown';
  return isAboutContent(error) ? 'answered' : judgeFailure(error);
};

/** The configuration for another model of the same server; its price is known only for listed models. */
const otherModel = (
  configured: ModelConfiguration,
  where: 'local' | 'cloud',
  model: string,
): ModelConfiguration => {
  if (model === configured.model || where === 'local') return { ...configured, model };
  const { usdPerMillionTokens: _, ...others } = configured;
  const known = knownModel(model);
  return {
    ...others,
    model,
    takesTemperature: known?.takesTemperature ?? true,
    contextTokens: known?.contextTokens ?? configured.contextTokens,
    ...omitUndefined({ usdPerMillionTokens: known?.usdPerMillionTokens }),
  };
};

/** Returns a getter for the model that a server uses now. All models of the server share one guard. */
const modelAt = (
  configured: ModelConfiguration,
  where: 'local' | 'cloud',
  { metrics, health, logger, settings }: ModelServices,
): (() => LanguageModel) => {
  const { firstToken, betweenTokens } = configured.timeLimits;
  const component = where === 'local' ? 'local-model' : 'cloud-model';
  const guard = createStreamGuard({
    component,
    label: where === 'local' ? 'The local language model' : 'The language model in the cloud',
    bulkhead: BULKHEAD,
    health,
    firstPieceMs: firstToken + AFTERWARDS,
    betweenPiecesMs: betweenTokens + AFTERWARDS,
    judge: judgeModelFailure,
  });
  const make = (name: string): LanguageModel => {
    const { model, generate } = createOpenAiLanguageModel({
      ...otherModel(configured, where, name),
      where,
      metrics,
    });
    return {
      model,
      generate: async function* (request, { signal, onWaiting }) {
        try {
          yield* guard((inner, onAlive) => generate(request, { signal: inner, onAlive }), signal, onWaiting);
        } catch (error) {
          // The message names the variable to check and quotes neither the question nor the response.
          if (error instanceof Failure && !signal.aborted)
            logger.warn(
              { component: error.reason.component, reason: error.reason.message },
              'A language model did not answer.',
            );
          else if (signal.reason instanceof DOMException && signal.reason.name === 'TimeoutError')
            logger.warn(
              { component },
              'The time of a question was over before its language model had answered; check QUERY_DEADLINE_MS and the speed of the model.',
            );
          else if (!signal.aborted)
            logger.error({ component, error }, 'The call of a language model failed unexpectedly.');
          throw error;
        }
      },
    };
  };
  let current = make(configured.model);
  return () => {
    const chosen = settings.current()[where === 'local' ? 'localModel' : 'cloudModel'] ?? configured.model;
    if (chosen !== current.model.name) current = make(chosen);
    return current;
  };
};

/** Creates the configured models. Each property reflects the current settings whenever it is read. */
export const createLanguageModels = (
  { local, cloud }: Pick<LlmConfiguration, 'local' | 'cloud'>,
  services: ModelServices,
): LanguageModels => {
  const models: { local?: LanguageModel; cloud?: LanguageModel } = {};
  if (local)
    Object.defineProperty(models, 'local', { get: modelAt(local, 'local', services), enumerable: true });
  if (cloud)
    Object.defineProperty(models, 'cloud', { get: modelAt(cloud, 'cloud', services), enumerable: true });
  return models;
};
