import type { ApiClient } from '../../client/create-client.ts';
import { interrupted } from '../cli-error.ts';
import { cancelQuery } from './cancel-query.ts';

/**
 * Waits for a question, and cancels it on Ctrl-C: no one else has its id yet, and a model that keeps writing may cost
 * money.
 *
 * @throws CliError that states whether the question was cancelled
 */
export const cancelWhenInterrupted = async <Result>(
  client: ApiClient,
  signal: AbortSignal,
  work: (onAsked: (queryId: string) => void) => Promise<Result>,
): Promise<Result> => {
  let asked: string | undefined;
  try {
    return await work((queryId) => {
      asked = queryId;
    });
  } catch (error) {
    if (!signal.aborted || asked === undefined) throw error;
    const queryId = asked;
    throw await cancelQuery(client, queryId).then(
      () => interrupted('Cancelled.'),
      () => interrupted(`Interrupted. The server continues to work on question ${queryId}.`),
    );
  }
};
