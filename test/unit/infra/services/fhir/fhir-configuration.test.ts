import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { chooseFhir, fhirEnvironment } from '../../../../../infra/services/fhir/fhir-configuration.ts';

const choose = (env: Record<string, string>) => chooseFhir(z.object(fhirEnvironment).parse(env));
const problem = (env: Record<string, string>): string => {
  const choice = choose(env);
  return choice.ok ? '' : choice.problem;
};

describe('the configuration of the patient record server', () => {
  it('is absent without an address', () => {
    expect(choose({ FHIR_TOKEN: 't' })).toEqual({ ok: true, value: undefined });
  });

  it('is local by its address or by declaration', () => {
    expect(choose({ FHIR_URL: 'http://10.1.2.3/fhir', FHIR_TOKEN: 't' })).toMatchObject({
      value: { base: new URL('http://10.1.2.3/fhir/'), token: 't' },
    });
    expect(choose({ FHIR_URL: 'https://ehr.example/fhir', FHIR_LOCAL: 'true' })).toMatchObject({
      ok: true,
    });
    expect(problem({ FHIR_URL: 'https://ehr.example/fhir' })).toContain('FHIR_LOCAL=true');
    expect(problem({ FHIR_URL: 'http://10.1.2.3/', FHIR_LOCAL: 'false' })).toContain('on the premises');
  });

  it('requires encryption for a public host', () => {
    expect(problem({ FHIR_URL: 'http://ehr.example/fhir', FHIR_LOCAL: 'true' })).toContain('https://');
    expect(problem({ FHIR_URL: 'http://10.1.2.3/', FHIR_TOKEN_URL: 'http://login.example/token' })).toContain(
      'FHIR_TOKEN_URL',
    );
  });

  it('needs a token or a client with its key, and rejects half of either', () => {
    const url = { FHIR_URL: 'http://10.1.2.3/' };
    expect(problem({ ...url, FHIR_CLIENT_ID: 'a' })).toContain('FHIR_PRIVATE_KEY_FILE');
    expect(problem({ ...url, FHIR_CLIENT_ID: 'a', FHIR_PRIVATE_KEY_FILE: 'k', FHIR_TOKEN: 't' })).toContain(
      'must not be set together',
    );
    expect(
      choose({ ...url, FHIR_CLIENT_ID: 'a', FHIR_PRIVATE_KEY_FILE: 'k', FHIR_KEY_ID: 'k1' }),
    ).toMatchObject({
      value: {
        smart: {
          clientId: 'a',
          keyFile: 'k',
          keyId: 'k1',
          scope: expect.stringContaining('system/Patient.rs'),
        },
      },
    });
  });
});
