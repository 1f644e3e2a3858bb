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
  readonly logger: Pick<Logger, 'warn'>;
  /** Which model of each server is asked, where an admin has chosen another than the environment names. */
  readonly settings: SettingsReader;
};
type ModelConfiguration = NonNullable<LlmConfiguration['local']>;

/** As many as questions are worked on at once, unless that was raised; the others wait within their own deadline. */
const BULKHEAD = { concurrent: 16, queued: 256 } as const;

/** The adapter's own limits come first: its failures name the step that took too long. Milliseconds. */
const AFTERWARDS = 1000;

/**
 * What was not sent says nothing of a service. What its model wrote does not count against it: otherwise a few questions
 * that bring a model to write nonsense would keep it from everybody for a minute.
 */
const judgeModelFailure: typeof judgeFailure = (error) => {
  if (error instanceof Failure && error.reason.code === 'rule_violated') return 'unknown';
  return isAboutContent(error) ? 'answered' : judgeFailure(error);
};

/** Another model of the same server: of those that are known by name the price is, of others it is not. */
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

/** Gives the model of a server that is in use now, behind one guard for all models there. */
const modelAt = (
  configured: ModelConfiguration,
  where: 'local' | 'cloud',
  { metrics, health, logger, settings }: ModelServices,
): (() => LanguageModel) => {
  const { firstToken, betweenTokens } = configured.timeLimits;
  const guard = createStreamGuard({
    component: where === 'local' ? 'local-model' : 'cloud-model',
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
          yield* guard((inner) => generate(request, { signal: inner }), signal, onWaiting);
        } catch (error) {
          // Says which variable to look at, and quotes neither the question nor what the service wrote.
          if (error instanceof Failure && !signal.aborted)
            logger.warn(
              { component: error.reason.component, reason: error.reason.message },
              'A language model did not answer.',
            );
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

/** The models that are configured, each as it is to be used at the moment it is looked at. */
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
