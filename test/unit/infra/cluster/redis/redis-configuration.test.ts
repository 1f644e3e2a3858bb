import { describe, expect, it } from 'vitest';
import { ConfigurationError } from '../../../../../app/configuration/configuration-error.ts';
import { readConfiguration } from '../../../../../app/configuration/read-configuration.ts';

const chosen = (environment: Record<string, string>) => readConfiguration(environment).redis;

describe('the choice of Redis', () => {
  it('is not made when nothing is set', () => {
    expect(chosen({})).toBeUndefined();
  });

  it('takes a server on the premises as it is', () => {
    expect(chosen({ REDIS_URL: 'redis://127.0.0.1' })).toEqual({
      host: '127.0.0.1',
      port: 6379,
      database: 0,
      tls: false,
      prefix: 'anamnesis:',
    });
    expect(chosen({ REDIS_URL: 'redis://[::1]:7000/3' })).toMatchObject({
      host: '::1',
      port: 7000,
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
      host: 'cache.example.org',
      port: 6380,
      database: 2,
      tls: true,
      prefix: 'ward-7:',
      user: 'anamnesis',
      password: 'p@ss/word',
      caFile: '/etc/ca.pem',
    });
    expect(chosen({ REDIS_URL: 'rediss://:p%40ss@cache.example.org' })).toMatchObject({ password: 'p@ss' });
  });

  it('goes without TLS only where the operator says that the network is their own', () => {
    expect(() => chosen({ REDIS_URL: 'redis://cache.example.org' })).toThrow(/must be a rediss:\/\/ URL/);
    expect(chosen({ REDIS_URL: 'redis://redis', REDIS_LOCAL: 'true' })).toMatchObject({
      host: 'redis',
      tls: false,
    });
    expect(() => chosen({ REDIS_URL: 'redis://127.0.0.1', REDIS_LOCAL: 'false' })).toThrow(/rediss:/);
  });

  it.each<[string, Record<string, string>, RegExp]>([
    ['another protocol', { REDIS_URL: 'http://127.0.0.1' }, /REDIS_URL must be a redis:/],
    ['no number of a database', { REDIS_URL: 'redis://127.0.0.1/cache' }, /number of a database/],
    ['more than that', { REDIS_URL: 'redis://127.0.0.1/0?tls=true' }, /without \? or #/],
    ['a password that is no percent-encoding', { REDIS_URL: 'rediss://:50%@127.0.0.1' }, /percent-encoded/],
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
  ])('is refused with %s, and the variable is named', (_, environment, message) => {
    expect(() => chosen(environment)).toThrow(ConfigurationError);
    expect(() => chosen(environment)).toThrow(message);
  });

  it('never repeats a password in what it says', () => {
    const url = 'redis://:open-sesame@cache.example.org';
    expect(() => chosen({ REDIS_URL: url })).toThrow(/^(?!.*open-sesame).*REDIS_URL/s);
  });
});
