import type { ApiClient } from '../../client/create-client.ts';

/** Short, because a person who has pressed Ctrl-C expects to be back soon. */
const CANCEL_TIMEOUT_MS = 3000;

/** Cancels a question. Takes no abort signal, because it is called after the signal has aborted. */
export const cancelQuery = async (client: ApiClient, queryId: string): Promise<void> => {
  const patient = client.withSignal(AbortSignal.timeout(CANCEL_TIMEOUT_MS));
  await patient.post('/api/commands/CancelQuery', { body: { queryId } });
};
