import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../../../app/configuration/configuration-error.ts';
import { readConfiguration } from '../../../../../app/configuration/read-configuration.ts';

const chosen = (environment: Record<string, string>) => readConfiguration(environment).llm;
const problem = (environment: Record<string, string>): string => {
  try {
    readConfiguration(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
  }
  return '';
};
const openai = { LLM_PROVIDER: 'openai', LLM_API_KEY: 'sk-secret', LLM_MODEL: 'gpt-4.1' };
const gateway = {
  LLM_BASE_URL: 'https://models.example.org/v1',
  LLM_MODEL: 'mistral-large',
  LLM_USD_PER_MILLION_PROMPT_TOKENS: '2',
  LLM_USD_PER_MILLION_COMPLETION_TOKENS: '6',
};
const local = { LOCAL_LLM_URL: 'http://localhost:11434/v1', LOCAL_LLM_MODEL: 'llama3.1:8b' };

describe('the configuration of language models', () => {
  it.each([[{}], [{ OPENAI_API_KEY: 'sk-1' }], [{ LLM_PROVIDER: 'none' }]])(
    'is empty with %j',
    (environment) => {
      expect(chosen(environment)).toEqual({});
    },
  );

  it('may select a model of OpenAI, with its known properties', () => {
    expect(chosen(openai)).toEqual({
      cloud: {
        baseUrl: new URL('https://api.openai.com/v1'),
        model: 'gpt-4.1',
        apiKey: 'sk-secret',
        dialect: 'openai',
        takesTemperature: true,
        contextTokens: 1_047_576,
        usdPerMillionTokens: { prompt: 2, completion: 8 },
        timeLimits: { firstToken: 10_000, betweenTokens: 5000 },
      },
    });
  });

  it('uses the prices of a known model for its dated version', () => {
    const dated = { ...openai, LLM_MODEL: 'gpt-4.1-mini-2025-04-14' };
    expect(chosen(dated).cloud?.usdPerMillionTokens).toEqual({ prompt: 0.4, completion: 1.6 });
    expect(
      chosen({ ...dated, LLM_USD_PER_MILLION_COMPLETION_TOKENS: '0.8' }).cloud?.usdPerMillionTokens,
    ).toEqual({ prompt: 0.4, completion: 0.8 });
  });

  it('omits the temperature for models that do not accept it', () => {
    expect(chosen({ ...openai, LLM_MODEL: 'gpt-5-mini' }).cloud?.takesTemperature).toBe(false);
  });

  it('falls back on the OpenAI key for OpenAI only', () => {
    const { LLM_API_KEY: _, ...without } = openai;
    expect(chosen({ ...without, OPENAI_API_KEY: 'sk-2' }).cloud?.apiKey).toBe('sk-2');
    expect(chosen({ ...openai, OPENAI_API_KEY: 'sk-2' }).cloud?.apiKey).toBe('sk-secret');
    expect(chosen({ ...gateway, OPENAI_API_KEY: 'sk-2' }).cloud).not.toHaveProperty('apiKey');
    expect(chosen({ ...local, OPENAI_API_KEY: 'sk-2' }).local).not.toHaveProperty('apiKey');
  });

  it('may select a model of any service with the same API', () => {
    expect(chosen(gateway).cloud).toMatchObject({
      dialect: 'compatible',
      model: 'mistral-large',
      usdPerMillionTokens: { prompt: 2, completion: 6 },
    });
  });

  it.each([
    'http://localhost:11434/v1',
    'http://10.1.2.3:8000/v1',
    'https://192.168.7.7/v1',
    'http://[::1]:8080/v1',
  ])('detects a local model at %s', (url) => {
    expect(chosen({ ...local, LOCAL_LLM_URL: url }).local).toMatchObject({
      baseUrl: new URL(url),
      model: 'llama3.1:8b',
      usdPerMillionTokens: { prompt: 0, completion: 0 },
    });
  });

  it('treats a model as local when the setting states it, despite the address', () => {
    const named = { ...local, LOCAL_LLM_URL: 'http://ollama:11434/v1' };
    expect(problem(named)).toContain('LOCAL_LLM_LOCAL=true');
    expect(chosen({ ...named, LOCAL_LLM_LOCAL: 'true' }).local).toMatchObject({ model: 'llama3.1:8b' });
  });
});

describe('an invalid model value is rejected with the name of its variable', () => {
  it.each<[string, Record<string, string>]>([
    ['LLM_PROVIDER', { ...openai, LLM_PROVIDER: 'azure' }],
    ['LLM_API_KEY', { LLM_PROVIDER: 'openai', LLM_MODEL: 'gpt-4.1' }],
    ['LLM_API_KEY', { LLM_API_KEY: 'sk-secret' }],
    ['LLM_MODEL', { LLM_PROVIDER: 'openai', LLM_API_KEY: 'sk-secret' }],
    ['LLM_MODEL', { ...openai, LLM_MODEL: 'two words' }],
    ['LLM_BASE_URL', { LLM_PROVIDER: 'openai-compatible', LLM_MODEL: 'x' }],
    ['LLM_BASE_URL', { ...gateway, LLM_BASE_URL: 'http://models.example.org/v1' }],
    ['LLM_BASE_URL', { ...gateway, LLM_BASE_URL: 'https://me:secret@models.example.org/v1' }],
    ['LLM_USD_PER_MILLION_PROMPT_TOKENS', { ...openai, LLM_MODEL: 'a-new-model' }],
    [
      'LLM_USD_PER_MILLION_COMPLETION_TOKENS',
      { ...openai, LLM_MODEL: 'a-new-model', LLM_USD_PER_MILLION_PROMPT_TOKENS: '1' },
    ],
    ['LLM_USD_PER_MILLION_PROMPT_TOKENS', { LLM_USD_PER_MILLION_PROMPT_TOKENS: '1' }],
    ['LLM_TEMPERATURE', { LLM_TEMPERATURE: '3' }],
    ['LLM_MAX_TOKENS', { LLM_MAX_TOKENS: '0' }],
    ['LLM_MAX_TOKENS', { ...local, LOCAL_LLM_CONTEXT_TOKENS: '2000' }],
    ['LLM_MAX_TOKENS', { ...local, LOCAL_LLM_CONTEXT_TOKENS: '2048', LLM_MAX_TOKENS: '400' }],
    ['LLM_FIRST_TOKEN_TIMEOUT_MS', { ...local, LLM_FIRST_TOKEN_TIMEOUT_MS: '60000' }],
    ['QUERY_DEADLINE_MS', { ...gateway, QUERY_DEADLINE_MS: '15000' }],
    ['LOCAL_LLM_URL', { ...local, LOCAL_LLM_URL: 'https://api.openai.com/v1' }],
    ['LOCAL_LLM_URL', { ...local, LOCAL_LLM_LOCAL: 'false' }],
    ['LOCAL_LLM_MODEL', { LOCAL_LLM_URL: 'http://localhost:11434/v1' }],
    ['LOCAL_LLM_MODEL', { LOCAL_LLM_MODEL: 'llama3.1:8b' }],
    ['LOCAL_LLM_LOCAL', { LOCAL_LLM_LOCAL: 'true' }],
  ])('%s in %j', (variable, environment) => {
    const sentence = problem(environment);
    expect(sentence).toContain(variable);
    expect(sentence).not.toContain('secret');
  });
});

describe('an OpenAI key without other settings', () => {
  const advice = (environment: Record<string, string>) => readConfiguration(environment).unusedKeyAdvice;

  it('has no effect, as the startup log states', () => {
    expect(advice({ OPENAI_API_KEY: 'sk-1' })).toContain('EMBEDDING_PROVIDER=openai');
    expect(advice({ OPENAI_API_KEY: 'sk-1' })).not.toContain('sk-1');
  });

  it.each([
    [{}],
    [{ OPENAI_API_KEY: 'sk-1', EMBEDDING_PROVIDER: 'openai' }],
    [{ OPENAI_API_KEY: 'sk-1', EMBEDDING_PROVIDER: 'builtin' }],
    [{ OPENAI_API_KEY: 'sk-1', LLM_PROVIDER: 'openai', LLM_MODEL: 'gpt-4.1' }],
  ])('is not mentioned with %j', (environment) => {
    expect(advice(environment)).toBeUndefined();
  });
});
