import type { ApiClient } from '../../client/create-client.ts';
import { interrupted } from '../cli-error.ts';
import { cancelQuery } from './cancel-query.ts';

/**
 * Waits for a question on behalf of one person. Ending the wait by Ctrl-C ends the question, too: no one else has its id
 * yet, and a model that goes on writing may cost money.
 *
 * @throws CliError that says what became of the question
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
      () => interrupted(`Interrupted. The question ${queryId} stays in the log and is worked on.`),
    );
  }
};
