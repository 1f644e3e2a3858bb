import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../infra/installation/system-clock.ts';
import { silentLogger } from '../../../ports/logger.ts';
import { answerFailures } from '../../../read-api/routing/answer-failures.ts';
import type { ApiState } from '../../../read-api/routing/api-state.ts';

/** Returns what is logged when a client closes its connection, and the work then ends with an error. */
const loggedAfter = async (errorOf: (left: AbortSignal) => unknown): Promise<readonly string[]> => {
  const logged: string[] = [];
  const logger = { ...silentLogger, error: (_fields: object, message: string) => logged.push(message) };
  const app = new Koa<ApiState>();
  const arrived = Promise.withResolvers<void>();
  const ended = Promise.withResolvers<void>();
  app.use(async (context, next) => {
    context.state.trace = {
      traceId: '0'.repeat(32),
      traceparent: `00-${'0'.repeat(32)}-${'0'.repeat(16)}-00`,
    };
    await next();
    ended.resolve();
  });
  app.use(
    answerFailures({ clock: systemClock, logger, refusals: { note: () => {}, close: async () => {} } }),
  );
  app.use(async (context) => {
    const left = new AbortController();
    context.res.once('close', () => left.abort());
    arrived.resolve();
    await once(left.signal, 'abort');
    throw errorOf(left.signal);
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const client = new AbortController();
  const { port } = server.address() as AddressInfo;
  const request = fetch(`http://127.0.0.1:${port}/`, { signal: client.signal });
  await arrived.promise;
  client.abort();
  await expect(request).rejects.toThrow();
  await ended.promise;
  server.close();
  return logged;
};

describe('a request whose client has closed the connection', () => {
  it('is no failure when its work ends for that reason', async () => {
    expect(await loggedAfter((left) => left.reason)).toEqual([]);
  });

  it('is logged when its work fails for another reason', async () => {
    expect(await loggedAfter(() => new TypeError('undefined is not a function'))).toEqual([
      'A request failed unexpectedly.',
    ]);
  });
});
