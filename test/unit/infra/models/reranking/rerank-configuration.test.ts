import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../../../app/configuration/configuration-error.ts';
import { readConfiguration } from '../../../../../app/configuration/read-configuration.ts';

const chosen = (environment: Record<string, string>) => readConfiguration(environment).reranking;

describe('the cross-encoder configuration', () => {
  it('is empty by default', () => {
    expect(chosen({})).toEqual({ provider: 'none' });
    expect(chosen({ RERANK_PROVIDER: 'none' })).toEqual({ provider: 'none' });
  });

  it('treats an endpoint with a model as a Cohere API', () => {
    expect(
      chosen({
        RERANK_URL: 'https://api.cohere.com/v2/rerank',
        RERANK_MODEL: 'rerank-v3.5',
        RERANK_API_KEY: 'k',
      }),
    ).toEqual({
      provider: 'endpoint',
      dialect: 'cohere',
      url: new URL('https://api.cohere.com/v2/rerank'),
      model: 'rerank-v3.5',
      apiKey: 'k',
      leavesThePremises: true,
      timeout: 2000,
    });
  });

  it('treats an endpoint without a model as Text Embeddings Inference, local by its address', () => {
    expect(chosen({ RERANK_URL: 'http://10.0.0.5:8080/rerank', RERANK_TIMEOUT_MS: '500' })).toMatchObject({
      dialect: 'tei',
      model: 'tei:10.0.0.5:8080',
      leavesThePremises: false,
      timeout: 500,
    });
  });

  it.each([
    ['true', 'http://reranker.hospital.example/rerank', false],
    ['false', 'http://127.0.0.1:8080/rerank', true],
  ])('lets RERANK_LOCAL=%s decide about %s', (local, url, leavesThePremises) => {
    expect(chosen({ RERANK_URL: url, RERANK_LOCAL: local })).toMatchObject({ leavesThePremises });
  });

  it('loads a local model from a folder', () => {
    expect(
      chosen({ RERANK_PROVIDER: 'transformers', RERANK_MODEL_PATH: '/models', RERANK_MODEL: 'mine' }),
    ).toEqual({ provider: 'transformers', timeout: 2000, folder: '/models', model: 'mine' });
  });

  it.each([
    [{ RERANK_PROVIDER: 'tei' }, 'RERANK_URL must be set'],
    [{ RERANK_PROVIDER: 'cohere-compatible', RERANK_URL: 'https://x.example/' }, 'RERANK_MODEL must be set'],
    [{ RERANK_URL: 'http://reranker.example/rerank' }, 'RERANK_URL must be an https:// URL'],
    [{ RERANK_URL: 'https://user:secret@reranker.example/' }, 'RERANK_URL must not hold a password'],
    [{ RERANK_URL: 'nonsense' }, 'RERANK_URL must be an http:// or https:// URL'],
    [{ RERANK_MODEL: 'mine' }, 'RERANK_MODEL has no effect with RERANK_PROVIDER=none'],
    [{ RERANK_PROVIDER: 'transformers', RERANK_API_KEY: 'secret' }, 'RERANK_API_KEY has no effect'],
    [{ RERANK_PROVIDER: 'magic' }, 'RERANK_PROVIDER'],
    [{ RERANK_TIMEOUT_MS: '0' }, 'RERANK_TIMEOUT_MS'],
  ])('rejects %o with the reason, without the value', (environment, problem) => {
    expect(() => chosen(environment as Record<string, string>)).toThrow(ConfigurationError);
    expect(() => chosen(environment as Record<string, string>)).toThrow(problem);
    expect(() => chosen(environment as Record<string, string>)).not.toThrow(/secret@|secret /);
  });
});
