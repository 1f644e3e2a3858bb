import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../../app/configuration/configuration-error.ts';
import { readConfiguration } from '../../../../app/configuration/read-configuration.ts';
import { signingKey } from '../../../support/signing.ts';

const problemOf = (environment: Record<string, string>): string => {
  try {
    readConfiguration(environment);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
  throw new Error('It was accepted.');
};

describe('a numeric setting', () => {
  it.each(['+3000', '3e3', '3000.0', '03000', ' 3000', '0xbb8'])('rejects %j', (text) => {
    expect(problemOf({ PORT: text })).toContain('PORT must be a whole number');
    expect(readConfiguration({ PORT: '3000' }).port).toBe(3000);
  });
});

describe('questions without screening', () => {
  const unscreened = { PHI_DETECTION_MODE: 'off' };

  it('are refused at startup when they could leave the premises', () => {
    expect(problemOf(unscreened)).toContain('PHI_DETECTION_MODE=off needs AI_ROUTER_MODE=local-only');
    expect(
      problemOf({
        ...unscreened,
        AI_ROUTER_MODE: 'local-only',
        EMBEDDING_PROVIDER: 'openai',
        OPENAI_API_KEY: 'sk-not-a-key',
      }),
    ).toContain('embedding and reranking on the premises');
  });

  it('are accepted when no question can leave the premises', () => {
    const { consultation } = readConfiguration({ ...unscreened, AI_ROUTER_MODE: 'local-only' });
    expect(consultation.phiDetection).toBe('off');
  });
});

describe('witnesses of the log', () => {
  const [one, other] = [
    signingKey('witness.example/w1', 1, 'witness').verifierKey,
    signingKey('witness.example/w2', 2, 'witness').verifierKey,
  ];

  it('are pairs of a key and an address', () => {
    const { witnesses } = readConfiguration({
      WITNESSES: `${one} https://witness.example/w1 \n ${other} http://10.0.0.7:8080/`,
      WITNESS_FOLDER: '/mnt/copies',
    });
    expect(witnesses.servers.map(({ key, url }) => [key.name, url.href])).toEqual([
      ['witness.example/w1', 'https://witness.example/w1/'],
      ['witness.example/w2', 'http://10.0.0.7:8080/'],
    ]);
    expect(witnesses.folder).toBe('/mnt/copies');
    expect(readConfiguration({}).witnesses).toEqual({ servers: [] });
  });

  it.each([
    ['a missing address', one, 'a key and an address for each'],
    ['the key of a log', `${signingKey('log.example', 1).verifierKey} https://w.example`, 'key 1 is not'],
    ['a key that lost its end', `${one.slice(0, -2)} https://w.example`, 'key 1 is not'],
    ['a password', `${one} https://user:secret@w.example`, 'address 1 must be'],
    ['an address with a query', `${one} https://w.example/?a=1`, 'address 1 must be'],
    ['one name twice', `${one} https://w.example ${one} https://v.example`, 'name of witness 2'],
    [
      'the name of the folder',
      `${signingKey('folder', 1, 'witness').verifierKey} https://w.example`,
      'name of witness 1',
    ],
  ])('are refused with %s', (_, WITNESSES, expected) => {
    expect(problemOf({ WITNESSES })).toContain(expected);
  });
});

describe('a misspelt variable', () => {
  it('is reported with the name that was probably meant', () => {
    const { misspelt } = readConfiguration({
      AI_ROUTER_MOED: 'local-only',
      LLM_TEMPRATURE: '0.2',
      LLM_TEMPERATURE: '0.3',
      PATH: '/bin',
      HOME: '/root',
    });
    expect(misspelt).toEqual([
      { name: 'AI_ROUTER_MOED', meant: 'AI_ROUTER_MODE' },
      { name: 'LLM_TEMPRATURE', meant: 'LLM_TEMPERATURE' },
    ]);
  });
});

describe('the roles of a node', () => {
  const DATABASE_URL = 'postgres://localhost/anamnesis';

  it('are all roles by default', () => {
    expect(readConfiguration({}).role).toBe('all');
    expect(readConfiguration({ DATABASE_URL }).role).toBe('all');
  });

  it.each(['api', 'worker', 'projector'])('may be a subset on a shared database server: %s', (role) => {
    expect(readConfiguration({ DATABASE_URL, ROLE: role }).role).toBe(role);
    expect(problemOf({ ROLE: role })).toContain(`ROLE=${role} needs DATABASE_URL`);
  });

  it('reject an unknown role', () => {
    expect(problemOf({ DATABASE_URL, ROLE: 'everything' })).toContain('ROLE');
  });
});
