import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../../../ports/logger.ts';
import { failureOf } from '../../../../support/failure-of.ts';
import { until } from '../../../../support/log-harness.ts';
import { hasRedisServer, startTlsRedis } from '../../../../support/own-redis.ts';
import { connectToRedis, untilConnected } from '../../../../support/redis-connection.ts';

const certificate = (name: string): string => join(import.meta.dirname, '../../../../support/tls', name);

describe.skipIf(!hasRedisServer())('a Redis server with TLS and a private certificate', () => {
  const start = async (): Promise<string> => {
    const server = await startTlsRedis(certificate('localhost.crt'), certificate('localhost.key'));
    onTestFinished(() => server[Symbol.asyncDispose]());
    return server.url.replace('127.0.0.1', 'localhost');
  };

  it('is trusted by REDIS_CA_FILE, for commands and for messages', async () => {
    const ca = await readFile(certificate('localhost.crt'), 'utf8');
    const redis = connectToRedis(await start(), 'tls:', { ca });
    await untilConnected(redis);
    const received: string[] = [];
    await redis.subscribe(
      'news',
      (message) => received.push(message),
      () => {},
    );
    await until('the message is received', () => {
      redis.publish('news', 'something happened');
      return received.length > 0;
    });
    expect(received[0]).toBe('something happened');
  });

  it.each([
    { whom: 'another authority', file: 'other.crt' },
    { whom: 'only the public authorities', file: undefined },
  ])(
    'is rejected by a client that trusts $whom, with the reason reported and no data sent',
    async ({ file }) => {
      const ca = file && (await readFile(certificate(file), 'utf8'));
      const warnings: string[] = [];
      const redis = connectToRedis(await start(), 'tls:', {
        ...(ca === undefined ? {} : { ca }),
        logger: { ...silentLogger, warn: (_, message) => warnings.push(message) },
      });
      await until('the failure is reported', () => warnings.length > 0);
      expect(warnings[0]).toContain('its certificate is not trusted here');
      expect(await failureOf(redis.check())).toMatchObject({
        code: 'unavailable',
        component: 'redis',
        message: expect.stringContaining('REDIS_CA_FILE'),
      });
    },
  );
});
