import { describe, expect, it } from 'vitest';
import { chooseKurrent } from '../../../../../infra/storage/event-store-kurrent/kurrent-configuration.ts';

const chosen = (EVENTSTORE_URL: string) => {
  const choice = chooseKurrent({ EVENTSTORE_URL });
  if (!choice.ok) throw new Error(choice.problem);
  return choice.value;
};

describe('the KurrentDB connection string', () => {
  it('is TLS and one host by default', () => {
    expect(chosen('esdb://ann:secret@log.example.org:2113')).toMatchObject({
      hosts: [{ address: 'log.example.org', port: 2113 }],
      discover: false,
      tls: true,
      credentials: { username: 'ann', password: 'secret' },
      nodePreference: 'leader',
      prefix: 'anamnesis.',
    });
    expect(chosen('esdb://127.0.0.1:2113?tls=false')?.tls).toBe(false);
  });

  it('enables leader discovery for several hosts, or on request', () => {
    expect(chosen('kurrentdb://one:2113,two:2113')?.discover).toBe(true);
    expect(chosen('kurrentdb+discover://cluster.example.org')?.discover).toBe(true);
  });

  it.each([
    ['postgres://log', 'must be a connection string'],
    ['esdb://ann:secret@log:2113?tlsVerifyCert=false', 'must not have tlsVerifyCert'],
    ['esdb://ann:secret@log:2113?userCertFile=/a.pem', 'both of userCertFile and userKeyFile'],
    ['esdb://ann:secret@log:2113?tslCAFile=/a.pem', 'option that does not exist: tslCAFile'],
  ])('fails the startup when invalid, without being shown: %s', (url, said) => {
    const choice = chooseKurrent({ EVENTSTORE_URL: url });
    expect(choice).toMatchObject({ ok: false, problem: expect.stringContaining(said) });
    expect(JSON.stringify(choice)).not.toContain('secret');
  });

  it('may be absent, but not with a prefix', () => {
    expect(chooseKurrent({})).toEqual({ ok: true, value: undefined });
    expect(chooseKurrent({ EVENTSTORE_PREFIX: 'our.' })).toMatchObject({ ok: false });
  });
});
