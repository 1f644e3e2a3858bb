import { expect, it } from 'vitest';
import { probeModelServer } from '../../../../../infra/models/language-models/probe-model-server.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { startWebhookServer } from '../../../../support/webhook-server.ts';

const never = AbortSignal.any([]);
const look = (baseUrl: URL) => probeModelServer({ baseUrl }, 'cloud', silentMetrics, never);

it.each([
  ['a list', 200],
  ['that there are no lists for this key', 401],
])('sees a server at work that answers with %s, and asks no model', async (_, status) => {
  await using server = await startWebhookServer();
  server.state.status = status;
  await look(new URL('/v1', server.url));
  expect(server.posts.map(({ body }) => body)).toEqual(['']);
});

it('sees a server that is down, with an error or not at all', async () => {
  const server = await startWebhookServer();
  server.state.status = 503;
  const baseUrl = new URL('/v1', server.url);
  await expect(look(baseUrl)).rejects.toThrow('error');
  await server[Symbol.asyncDispose]();
  await expect(look(baseUrl)).rejects.toThrow();
});
