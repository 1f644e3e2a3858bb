import { describe, expect, test } from 'vitest';
import { ConfigurationError } from '../../../../../app/configuration/configuration-error.ts';
import { readConfiguration } from '../../../../../app/configuration/read-configuration.ts';

const chosen = (environment: Record<string, string>) => readConfiguration(environment).sources;

describe('the configuration of external sources', () => {
  test('is empty unless a source is enabled', () => {
    expect(chosen({})).toEqual({ switchedOn: [], maxParallel: 5, limit: 10 });
    expect(chosen({ PUBMED_API_KEY: 'k', OPENFDA_API_KEY: 'k', UPTODATE_API_KEY: 'k' })).toMatchObject({
      switchedOn: [],
    });
  });

  test('uses their default addresses, or a proxy', () => {
    expect(
      chosen({
        ENABLE_PUBMED: 'true',
        PUBMED_EMAIL: 'it@hospital.example',
        ENABLE_OPENFDA: 'true',
        OPENFDA_URL: 'http://10.0.0.5/fda/label.json',
        OPENFDA_API_KEY: 'k',
        MAX_PARALLEL_SEARCHES: '2',
        RESULT_LIMIT_PER_SOURCE: '4',
      }),
    ).toEqual({
      pubmed: {
        url: new URL('https://eutils.ncbi.nlm.nih.gov/entrez/eutils/'),
        email: 'it@hospital.example',
      },
      openfda: { url: new URL('http://10.0.0.5/fda/label.json'), apiKey: 'k' },
      switchedOn: ['pubmed', 'openfda'],
      maxParallel: 2,
      limit: 4,
    });
    expect(
      chosen({ ENABLE_PUBMED: 'true', PUBMED_URL: 'https://mirror.example/eutils' }).pubmed?.url.href,
    ).toBe('https://mirror.example/eutils/');
  });

  test('configures licensed sources by a gateway and its key, and not by one of the two', () => {
    const gateway = { UPTODATE_URL: 'https://gateway.example/search', UPTODATE_API_KEY: 'k' };
    expect(chosen({ ENABLE_UPTODATE: 'true', ...gateway })).toMatchObject({
      uptodate: { url: new URL('https://gateway.example/search'), apiKey: 'k' },
    });
    for (const name of ['UPTODATE_URL', 'UPTODATE_API_KEY', 'ENABLE_UPTODATE']) {
      const { [name]: _, ...others } = { ENABLE_UPTODATE: 'true', ...gateway } as Record<string, string>;
      expect(chosen(others).uptodate).toBeUndefined();
    }
  });

  test('excludes disabled guidelines by default, unless a list of enabled sources is set', () => {
    const enabled = (environment: Record<string, string>) =>
      readConfiguration(environment).consultation.enabledSources;
    expect(enabled({})).toBeUndefined();
    expect(enabled({ ENABLE_GUIDELINES: 'false' })).not.toContain('guidelines');
    expect(enabled({ ENABLE_GUIDELINES: 'false' })).toContain('knowledge_base');
    expect(enabled({ ENABLE_GUIDELINES: 'false', ENABLED_SOURCES: 'guidelines' })).toEqual(['guidelines']);
  });

  test.each([
    [{ PUBMED_URL: 'http://eutils.example/' }, 'PUBMED_URL must be an https:// URL'],
    [{ OPENEVIDENCE_URL: 'https://user:secret@x.example/' }, 'OPENEVIDENCE_URL must not hold a password'],
    [{ PUBMED_EMAIL: 'nobody' }, 'PUBMED_EMAIL'],
    [{ PUBMED_API_KEY: 'a secret' }, 'PUBMED_API_KEY must be a key'],
    [{ ENABLE_PUBMED: 'yes' }, 'ENABLE_PUBMED'],
    [{ MAX_PARALLEL_SEARCHES: '0' }, 'MAX_PARALLEL_SEARCHES'],
  ])('rejects %o with the reason, without the value', (environment, problem) => {
    expect(() => chosen(environment as Record<string, string>)).toThrow(ConfigurationError);
    expect(() => chosen(environment as Record<string, string>)).toThrow(problem);
    expect(() => chosen(environment as Record<string, string>)).not.toThrow(/secret/);
  });
});
