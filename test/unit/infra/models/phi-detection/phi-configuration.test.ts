import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  choosePhiDetectors,
  phiEnvironment,
} from '../../../../../infra/models/phi-detection/phi-configuration.ts';

const chosen = (environment: Readonly<Record<string, string>>) =>
  choosePhiDetectors(z.object(phiEnvironment).parse(environment));

describe('the PHI detection', () => {
  it('uses only the built-in rules by default', () => {
    expect(chosen({})).toEqual({ ok: true, value: { timeout: 2000 } });
  });

  it('can add a model and an analyzer', () => {
    expect(chosen({ PHI_MODEL: 'names', PRESIDIO_URL: 'http://10.0.0.5:5002' })).toEqual({
      ok: true,
      value: {
        timeout: 2000,
        model: 'names',
        presidio: { url: new URL('http://10.0.0.5:5002'), language: 'en', minScore: 0.5 },
      },
    });
  });

  it.each(['https://presidio.example.com', 'http://presidio-analyzer:3000'])(
    'never accepts an analyzer that may be remote: %s',
    (url) => {
      expect(chosen({ PRESIDIO_URL: url })).toMatchObject({ ok: false });
      expect(chosen({ PRESIDIO_URL: url, PRESIDIO_LOCAL: 'true' })).toMatchObject({ ok: true });
    },
  );

  it('rejects an analyzer declared as remote, whatever its address', () => {
    expect(chosen({ PRESIDIO_URL: 'http://127.0.0.1:5002', PRESIDIO_LOCAL: 'false' })).toMatchObject({
      ok: false,
    });
  });

  it.each(['../../etc', '/etc', '..', 'a/../b', 'http://127.0.0.1/x', 'a\\b', '.hidden/x', ''])(
    'rejects %j as the name of a model',
    (model) => {
      expect(() => chosen({ PHI_MODEL: model })).toThrow();
    },
  );

  it.each(['names', 'Xenova/distilbert-base-multilingual-cased-ner-hrl', 'my.model_2'])(
    'accepts a model by its name: %s',
    (model) => {
      expect(chosen({ PHI_MODEL: model })).toMatchObject({ value: { model } });
    },
  );

  it('reports a setting without effect', () => {
    expect(chosen({ PRESIDIO_LOCAL: 'true' })).toEqual({
      ok: false,
      problem: 'PRESIDIO_LOCAL has no effect without PRESIDIO_URL',
    });
  });
});
