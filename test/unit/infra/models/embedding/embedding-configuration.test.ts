import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../../../app/configuration/configuration-error.ts';
import { readConfiguration } from '../../../../../app/configuration/read-configuration.ts';

const chosen = (environment: Record<string, string>) => readConfiguration(environment).embedding;
const problem = (environment: Record<string, string>): string => {
  try {
    readConfiguration(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
  }
  return '';
};
const openai = { OPENAI_API_KEY: 'sk-1', EMBEDDING_PROVIDER: 'openai' };
const compatible = {
  EMBEDDING_PROVIDER: 'openai-compatible',
  EMBEDDING_BASE_URL: 'http://localhost:11434/v1',
  EMBEDDING_MODEL: 'nomic-embed-text',
  EMBEDDING_DIMENSIONS: '768',
};

describe('the embedding configuration', () => {
  it('is the built-in embedder by default', () => {
    expect(chosen({})).toEqual({ provider: 'builtin' });
  });

  it('is the large model of OpenAI when selected', () => {
    expect(chosen(openai)).toMatchObject({
      provider: 'endpoint',
      dialect: 'openai',
      model: 'text-embedding-3-large',
      dimensions: 3072,
      apiKey: 'sk-1',
      leavesThePremises: true,
    });
  });

  it.each([
    [{ OPENAI_API_KEY: 'sk-1' }],
    [{ OPENAI_API_KEY: 'sk-1', EMBEDDING_PROVIDER: 'builtin' }],
    [{ OPENAI_API_KEY: 'sk-1', LLM_PROVIDER: 'openai', LLM_MODEL: 'gpt-4.1' }],
    [{ LLM_API_KEY: 'sk-1', LLM_PROVIDER: 'openai', LLM_MODEL: 'gpt-4.1' }],
  ])('remains the built-in embedder with a key for answers: %j', (environment) => {
    expect(chosen(environment)).toEqual({ provider: 'builtin' });
  });

  it('has the requested number of dimensions', () => {
    expect(chosen({ ...openai, EMBEDDING_DIMENSIONS: '1024' })).toMatchObject({
      dimensions: 1024,
    });
  });

  it('may be a local endpoint with the same API, which never receives the key of OpenAI', () => {
    const { EMBEDDING_PROVIDER: _, ...implied } = compatible;
    expect(chosen({ ...implied, OPENAI_API_KEY: 'sk-1' })).toEqual(chosen(compatible));
    expect(chosen({ ...compatible, OPENAI_API_KEY: 'sk-1' })).toMatchObject({
      provider: 'endpoint',
      dialect: 'by-host',
      model: 'nomic-embed-text',
      dimensions: 768,
      leavesThePremises: false,
    });
    expect(chosen({ ...compatible, OPENAI_API_KEY: 'sk-1' })).not.toHaveProperty('apiKey');
  });

  it('has the default dimensions of Voyage models', () => {
    expect(
      chosen({
        EMBEDDING_PROVIDER: 'openai-compatible',
        EMBEDDING_BASE_URL: 'https://api.voyageai.com/v1',
        EMBEDDING_MODEL: 'voyage-large-2',
        EMBEDDING_API_KEY: 'pa-1',
      }),
    ).toMatchObject({ dimensions: 1536, leavesThePremises: true, apiKey: 'pa-1' });
  });

  it('follows EMBEDDING_LOCAL in counting as local', () => {
    expect(chosen({ ...compatible, EMBEDDING_LOCAL: 'false' })).toMatchObject({ leavesThePremises: true });
    expect(
      chosen({ ...compatible, EMBEDDING_BASE_URL: 'http://ollama:11434/v1', EMBEDDING_LOCAL: 'true' }),
    ).toMatchObject({ leavesThePremises: false });
  });

  it('may be a model in this process', () => {
    expect(chosen({ EMBEDDING_PROVIDER: 'transformers', TRANSFORMERS_MODEL_PATH: '/models' })).toEqual({
      provider: 'transformers',
      folder: '/models',
    });
  });

  it('may be an installed sentence model, with the prefixes that it was trained with', () => {
    expect(chosen({ EMBEDDING_PROVIDER: 'onnx', EMBEDDING_MODEL: 'e5-small-v2-int8' })).toMatchObject({
      provider: 'onnx',
      model: { name: 'e5-small-v2-int8', prefixes: { question: 'query: ', passage: 'passage: ' } },
    });
  });
});

describe('an invalid embedding value is rejected with the name of its variable', () => {
  it.each<[string, Record<string, string>]>([
    ['EMBEDDING_PROVIDER', { EMBEDDING_PROVIDER: 'azure' }],
    ['EMBEDDING_BASE_URL', { ...compatible, EMBEDDING_BASE_URL: 'ftp://localhost' }],
    ['EMBEDDING_BASE_URL', { ...compatible, EMBEDDING_BASE_URL: 'nonsense' }],
    ['EMBEDDING_BASE_URL', { ...compatible, EMBEDDING_BASE_URL: 'http://example.com/v1' }],
    ['EMBEDDING_BASE_URL', { ...compatible, EMBEDDING_BASE_URL: 'http://me:secret@localhost/v1' }],
    ['EMBEDDING_BASE_URL', { EMBEDDING_PROVIDER: 'openai-compatible' }],
    ['EMBEDDING_MODEL', { ...compatible, EMBEDDING_MODEL: '' }],
    ['EMBEDDING_DIMENSIONS', { ...compatible, EMBEDDING_DIMENSIONS: '' }],
    ['EMBEDDING_DIMENSIONS', { ...compatible, EMBEDDING_DIMENSIONS: '-3' }],
    ['EMBEDDING_DIMENSIONS', { ...openai, EMBEDDING_DIMENSIONS: '4000' }],
    [
      'EMBEDDING_DIMENSIONS',
      { ...openai, EMBEDDING_MODEL: 'text-embedding-ada-002', EMBEDDING_DIMENSIONS: '512' },
    ],
    ['EMBEDDING_DIMENSIONS', { EMBEDDING_PROVIDER: 'transformers', EMBEDDING_MODEL: 'other/model' }],
    ['EMBEDDING_BATCH_SIZE', { ...compatible, EMBEDDING_BATCH_SIZE: '0' }],
    ['EMBEDDING_LOCAL', { ...compatible, EMBEDDING_LOCAL: 'yes' }],
    ['OPENAI_API_KEY', { EMBEDDING_PROVIDER: 'openai' }],
    ['EMBEDDING_MODEL', { EMBEDDING_PROVIDER: 'builtin', EMBEDDING_MODEL: 'x' }],
    ['EMBEDDING_MODEL', { EMBEDDING_PROVIDER: 'onnx' }],
    ['EMBEDDING_MODEL', { EMBEDDING_PROVIDER: 'onnx', EMBEDDING_MODEL: 'other' }],
    [
      'EMBEDDING_DIMENSIONS',
      { EMBEDDING_PROVIDER: 'onnx', EMBEDDING_MODEL: 'e5-small-v2-int8', EMBEDDING_DIMENSIONS: '384' },
    ],
    ['TRANSFORMERS_MODEL_PATH', { ...compatible, TRANSFORMERS_MODEL_PATH: '/models' }],
  ])('%s in %j', (variable, environment) => {
    const sentence = problem(environment);
    expect(sentence).toContain(variable);
    expect(sentence).not.toContain('secret');
  });
});
