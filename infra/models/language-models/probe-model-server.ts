import type { Metrics } from '../../../ports/metrics.ts';
import { sendOutside } from '../../services/outside/send-outside.ts';

type ModelServer = {
  /** Up to and with the version. */
  readonly baseUrl: URL;
  readonly apiKey?: string;
};

/** A list is there at once. Milliseconds. */
const TIMEOUT_MS = 5000;

/**
 * Asks the server of a model for the list of its models, which is free everywhere: no model is asked, so that nothing is
 * to be paid for and put on record. A refusal shows that it is at work, too: a key may allow answers and no lists.
 * Rejects when it does not answer, or answers with a server error.
 */
export const probeModelServer = async (
  { baseUrl, apiKey }: ModelServer,
  where: 'local' | 'cloud',
  metrics: Metrics,
  signal: AbortSignal,
): Promise<void> => {
  const url = new URL(baseUrl);
  url.pathname = `${url.pathname.replace(/(?<!\/)\/+$/, '')}/models`;
  const response = await sendOutside({
    url,
    apiKey,
    as: 'query',
    body: {},
    questions: [],
    leavesThePremises: where === 'cloud',
    component: where === 'local' ? 'local-model' : 'cloud-model',
    signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
    metrics,
  });
  await response.body?.cancel();
  if (response.status >= 500) throw new Error('The server of the model answered with an error.');
};
