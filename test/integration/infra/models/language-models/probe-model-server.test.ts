import { expect, it } from 'vitest';
import { probeModelServer } from '../../../../../infra/models/language-models/probe-model-server.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { startWebhookServer } from '../../../../support/webhook-server.ts';

const never = AbortSignal.any([]);
const look = (baseUrl: URL) => probeModelServer({ baseUrl }, 'cloud', silentMetrics, never);

it.each([
  ['a list', 200],
  ['that this key may list no models', 401],
])('reports a working server that answers with %s, without asking a model', async (_, status) => {
  await using server = await startWebhookServer();
  server.state.status = status;
  await look(new URL('/v1', server.url));
  expect(server.posts.map(({ body }) => body)).toEqual(['']);
});

it('reports a server that is down, whether it sends an error or nothing', async () => {
  const server = await startWebhookServer();
  server.state.status = 503;
  const baseUrl = new URL('/v1', server.url);
  await expect(look(baseUrl)).rejects.toThrow('error');
  await server[Symbol.asyncDispose]();
  await expect(look(baseUrl)).rejects.toThrow();
});
