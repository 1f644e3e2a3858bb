import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../../../app/configuration/configuration-error.ts';
import { readConfiguration } from '../../../../../app/configuration/read-configuration.ts';

const chosen = (environment: Record<string, string>) => readConfiguration(environment).redis;

describe('the Redis configuration', () => {
  it('is absent when nothing is set', () => {
    expect(chosen({})).toBeUndefined();
  });

  it('accepts a local server as it is', () => {
    expect(chosen({ REDIS_URL: 'redis://127.0.0.1' })).toEqual({
      mode: 'server',
      addresses: [{ host: '127.0.0.1', port: 6379 }],
      database: 0,
      tls: false,
      prefix: 'anamnesis:',
    });
    expect(chosen({ REDIS_URL: 'redis://[::1]:7000/3' })).toMatchObject({
      addresses: [{ host: '::1', port: 7000 }],
      database: 3,
    });
  });

  it('signs in, trusts the named authority, and uses only keys with its prefix', () => {
    expect(
      chosen({
        REDIS_URL: 'rediss://anamnesis@cache.example.org:6380/2',
        REDIS_PASSWORD: 'p@ss/word',
        REDIS_CA_FILE: '/etc/ca.pem',
        REDIS_PREFIX: 'ward-7:',
      }),
    ).toEqual({
      mode: 'server',
      addresses: [{ host: 'cache.example.org', port: 6380 }],
      database: 2,
      tls: true,
      prefix: 'ward-7:',
      user: 'anamnesis',
      password: 'p@ss/word',
      caFile: '/etc/ca.pem',
    });
    expect(chosen({ REDIS_URL: 'rediss://:p%40ss@cache.example.org' })).toMatchObject({ password: 'p@ss' });
  });

  it('finds the master by its sentinels, and a cluster by some of its nodes', () => {
    expect(
      chosen({
        REDIS_URL: 'rediss+sentinel://anamnesis:p%40ss@one.example.org,[fd00::2]:5000/ward%207/3',
        REDIS_SENTINEL_PASSWORD: 'another',
      }),
    ).toEqual({
      mode: 'sentinel',
      addresses: [
        { host: 'one.example.org', port: 26_379 },
        { host: 'fd00::2', port: 5000 },
      ],
      master: 'ward 7',
      database: 3,
      tls: true,
      prefix: 'anamnesis:',
      user: 'anamnesis',
      password: 'p@ss',
      sentinelPassword: 'another',
    });
    expect(chosen({ REDIS_URL: 'redis+cluster://10.0.0.1:7000,10.0.0.2', REDIS_PASSWORD: 'a' })).toEqual({
      mode: 'cluster',
      addresses: [
        { host: '10.0.0.1', port: 7000 },
        { host: '10.0.0.2', port: 6379 },
      ],
      database: 0,
      tls: false,
      prefix: 'anamnesis:',
      password: 'a',
    });
  });

  it('omits TLS only when the operator declares the network as private', () => {
    expect(() => chosen({ REDIS_URL: 'redis://cache.example.org' })).toThrow(/must be a rediss:\/\/ URL/);
    expect(chosen({ REDIS_URL: 'redis://redis', REDIS_LOCAL: 'true' })).toMatchObject({
      addresses: [{ host: 'redis', port: 6379 }],
      tls: false,
    });
    expect(() => chosen({ REDIS_URL: 'redis://127.0.0.1', REDIS_LOCAL: 'false' })).toThrow(/rediss:/);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['another protocol', { REDIS_URL: 'http://127.0.0.1' }, /REDIS_URL must be a redis:/],
    ['several hosts', { REDIS_URL: 'redis://127.0.0.1,127.0.0.2' }, /redis\+sentinel:\/\/ or redis\+cluster/],
    ['an empty host', { REDIS_URL: 'redis+cluster://127.0.0.1,' }, /must name a host/],
    ['an empty master name', { REDIS_URL: 'redis+sentinel://127.0.0.1' }, /the name of the master/],
    ['trailing text', { REDIS_URL: 'redis+sentinel://127.0.0.1/a/0/1' }, /the name of the master/],
    ['a database number for a cluster', { REDIS_URL: 'redis+cluster://127.0.0.1/1' }, /has one database/],
    [
      'one host of a cluster on the internet',
      { REDIS_URL: 'redis+cluster://127.0.0.1,cache.example.org' },
      /rediss\+cluster:\/\//,
    ],
    [
      'a sentinel password without sentinels',
      { REDIS_URL: 'redis://127.0.0.1', REDIS_SENTINEL_PASSWORD: 'b' },
      /REDIS_SENTINEL_PASSWORD has no effect/,
    ],
    ['a malformed database number', { REDIS_URL: 'redis://127.0.0.1/cache' }, /number of a database/],
    ['a database number out of range', { REDIS_URL: 'redis://127.0.0.1/0?tls=true' }, /without \? or #/],
    [
      'an invalid percent-encoding in the password',
      { REDIS_URL: 'rediss://:50%@127.0.0.1' },
      /percent-encoded/,
    ],
    ['a user without a password', { REDIS_URL: 'rediss://anamnesis@127.0.0.1' }, /a user without a password/],
    ['two passwords', { REDIS_URL: 'rediss://:a@127.0.0.1', REDIS_PASSWORD: 'b' }, /has a password too/],
    [
      'an authority without TLS',
      { REDIS_URL: 'redis://127.0.0.1', REDIS_CA_FILE: '/ca' },
      /REDIS_CA_FILE has no effect/,
    ],
    [
      'a prefix that is a pattern',
      { REDIS_URL: 'redis://127.0.0.1', REDIS_PREFIX: '*' },
      /REDIS_PREFIX must be/,
    ],
    ['no server', { REDIS_PASSWORD: 'b' }, /REDIS_PASSWORD has no effect without REDIS_URL/],
  ])('is rejected with %s, naming the variable', (_, environment, message) => {
    expect(() => chosen(environment)).toThrow(ConfigurationError);
    expect(() => chosen(environment)).toThrow(message);
  });

  it('never repeats a password in a message', () => {
    const url = 'redis://:open-sesame@cache.example.org';
    expect(() => chosen({ REDIS_URL: url })).toThrow(/^(?!.*open-sesame).*REDIS_URL/s);
  });
});
