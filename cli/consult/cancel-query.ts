import type { ApiClient } from '../../client/create-client.ts';

/** People who have pressed Ctrl-C do not wait for long. */
const CANCEL_TIMEOUT_MS = 3000;

/** Cancels a question. It takes no abort signal: it is called once the signal has aborted. */
export const cancelQuery = async (client: ApiClient, queryId: string): Promise<void> => {
  const patient = client.withSignal(AbortSignal.timeout(CANCEL_TIMEOUT_MS));
  await patient.post('/api/commands/CancelQuery', { body: { queryId } });
};
