import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type ConsultationSettings,
  effectiveSettings,
} from '../../../../../domain/operations/consultation-settings.ts';
import { createLanguageModels } from '../../../../../infra/models/language-models/create-language-models.ts';
import { createPrometheusMetrics } from '../../../../../infra/observability/prometheus-metrics.ts';
import { unwatchedComponents } from '../../../../../ports/component-health.ts';
import type { LanguageModel } from '../../../../../ports/language-model.ts';
import { type LogFields, silentLogger } from '../../../../../ports/logger.ts';
import { piecesOf, someRequest, textOf } from '../../../../contract/language-model.contract.ts';
import { type OpenAiServer, type OpenAiStep, startOpenAiServer } from '../../../../support/openai-server.ts';

let server: OpenAiServer;
let settings: ConsultationSettings;
beforeEach(async () => {
  server = await startOpenAiServer();
  settings = effectiveSettings({}, {});
  warnings = [];
  errors = [];
});
afterEach(() => server.close());

const metrics = createPrometheusMetrics({ logger: silentLogger });
let warnings: readonly LogFields[] = [];
let errors: readonly LogFields[] = [];
const services = {
  metrics,
  health: unwatchedComponents,
  logger: {
    warn: (fields: LogFields) => {
      warnings = [...warnings, fields];
    },
    error: (fields: LogFields) => {
      errors = [...errors, fields];
    },
  },
  settings: { current: () => settings },
};
const at = (model: string) =>
  ({
    baseUrl: server.baseUrl,
    model,
    dialect: 'compatible',
    takesTemperature: true,
    contextTokens: 8192,
    usdPerMillionTokens: { prompt: 2, completion: 8 },
    timeLimits: { firstToken: 60_000, betweenTokens: 60_000 },
  }) as const;
const ask = async (model: LanguageModel | undefined, phi = false): Promise<string> => {
  if (model === undefined) throw new Error('There is no such model.');
  const { signal } = new AbortController();
  return textOf(await piecesOf(model.generate({ ...someRequest, phi }, { signal })));
};

test('as many models exist as are configured, each at its place', () => {
  expect(createLanguageModels({}, services)).toEqual({});
  const models = createLanguageModels({ local: at('small'), cloud: at('large') }, services);
  expect(models.local?.model).toMatchObject({ name: 'small', where: 'local', leavesThePremises: false });
  expect(models.cloud?.model).toMatchObject({ name: 'large', where: 'cloud', leavesThePremises: true });
});

test('a call that fails for a reason of our own is logged with its error', async () => {
  // Reading any member of it throws, as loading a damaged package would.
  const baseUrl: URL = Object.create(URL.prototype);
  const models = createLanguageModels({ local: { ...at('small'), baseUrl } }, services);
  await expect(ask(models.local)).rejects.toThrow(TypeError);
  expect(errors).toEqual([{ component: 'local-model', error: expect.any(TypeError) }]);
});

test('a model chosen by an admin is used from the next answer on, at its own price', async () => {
  const models = createLanguageModels({ cloud: at('gpt-4.1') }, services);
  await ask(models.cloud);
  settings = effectiveSettings({}, { cloudModel: 'gpt-4.1-mini' });
  await ask(models.cloud);
  expect(server.calls.map(({ body }) => body.model)).toEqual(['gpt-4.1', 'gpt-4.1-mini']);
  expect(models.cloud?.model.usdPerMillionTokens).toEqual({ prompt: 0.4, completion: 1.6 });
  settings = effectiveSettings({}, { cloudModel: 'unheard-of' });
  expect(models.cloud?.model).not.toHaveProperty('usdPerMillionTokens');
});

test('a server that failed five times is left alone, and a request never sent does not count as a failure', async () => {
  const models = createLanguageModels({ cloud: at('large') }, services);
  for (let call = 0; call < 6; call += 1)
    await expect(ask(models.cloud, true)).rejects.toMatchObject({ reason: { code: 'rule_violated' } });
  server.script.always = { status: 500 };
  for (let call = 0; call < 5; call += 1)
    await expect(ask(models.cloud)).rejects.toMatchObject({ reason: { code: 'external_api_error' } });
  await expect(ask(models.cloud)).rejects.toMatchObject({
    reason: { code: 'unavailable', component: 'cloud-model', details: { refused: 'circuit_open' } },
  });
  expect(server.calls).toHaveLength(5);
});

test.each([
  ['calls of tools it was not given', [{ calls: [{ index: 0, id: 'a', function: { name: 'x' } }] }]],
  ['an announcement of calls that never come', [{ say: 'Let me see.' }, { finish: 'tool_calls' }, 'done']],
] satisfies readonly [string, readonly OpenAiStep[]][])(
  'a model that writes %s is asked again for the next user',
  async (_, steps) => {
    const models = createLanguageModels({ cloud: at('large') }, services);
    server.script.always = steps;
    for (let call = 0; call < 6; call += 1)
      await expect(ask(models.cloud)).rejects.toMatchObject({
        reason: { code: 'external_api_error', details: { cause: 'unusable_content' } },
      });
    server.script.always = [{ say: 'Give oxygen.' }, { finish: 'stop' }, 'done'];
    expect(await ask(models.cloud)).toBe('Give oxygen.');
    expect(server.calls).toHaveLength(7);
  },
);

test('the first failure logs the variable to check, and nothing of the question', async () => {
  const models = createLanguageModels({ local: at('lama'), cloud: at('large') }, services);
  server.script.next = [
    { status: 404, body: '{"error":{"message":"model lama not found for Give 0.3 mg"}}' },
    { status: 401 },
  ];
  await expect(ask(models.local)).rejects.toThrow();
  await expect(ask(models.cloud)).rejects.toThrow();
  expect(warnings).toEqual([
    {
      component: 'local-model',
      reason: 'The local language model is not known there (404); check LOCAL_LLM_MODEL and LOCAL_LLM_URL.',
    },
    {
      component: 'cloud-model',
      reason: 'The language model in the cloud refused the API key (401); check LLM_API_KEY.',
    },
  ]);
});
