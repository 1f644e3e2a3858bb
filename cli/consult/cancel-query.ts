import type { ApiClient } from '../../client/create-client.ts';

/** Whoever has pressed Ctrl-C does not wait for long. */
const CANCEL_TIMEOUT_MS = 3000;

/** Cancels a question, although nobody waits any more: that is when it is asked for. */
export const cancelQuery = async (client: ApiClient, queryId: string): Promise<void> => {
  const patient = client.withSignal(AbortSignal.timeout(CANCEL_TIMEOUT_MS));
  await patient.post('/api/commands/CancelQuery', { body: { queryId } });
};
