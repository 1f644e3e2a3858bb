import { anySignal } from '../../../ports/any-signal.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import { sendExternalRequest } from '../../services/outside/send-external-request.ts';

type ModelServer = {
  /** Base URL including the version. */
  readonly baseUrl: URL;
  readonly apiKey?: string;
};

/** Listing models needs no inference. Milliseconds. */
const TIMEOUT_MS = 5000;

/**
 * Requests the model list from a server. That is free everywhere: no model runs, so there is nothing to bill or to
 * record. A refusal also shows that the server is up: a key may permit answers but not lists. Rejects when the server
 * does not respond or responds with a server error.
 */
export const probeModelServer = async (
  { baseUrl, apiKey }: ModelServer,
  where: 'local' | 'cloud',
  metrics: Metrics,
  signal: AbortSignal,
): Promise<void> => {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/models`;
  const response = await sendExternalRequest({
    url,
    apiKey,
    as: 'query',
    body: {},
    questions: [],
    leavesThePremises: where === 'cloud',
    component: where === 'local' ? 'local-model' : 'cloud-model',
    signal: anySignal([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    metrics,
  });
  await response.body?.cancel();
  if (response.status >= 500) throw new Error('The server of the model answered with an error.');
};
