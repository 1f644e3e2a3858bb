import { defined } from '../../../domain/kernel/defined.ts';
import type { SearchFiltersInput } from '../../../domain/retrieval/search-filters.ts';
import type { AnsweredQuery, ApiClient } from '../api/api-client.ts';
import { CliError } from '../cli-error.ts';

type Question = {
  readonly question: string;
  readonly conversationId: string;
  readonly filters: SearchFiltersInput;
  readonly limit?: number | undefined;
};

/**
 * Asks within a conversation and waits for the end, which may be that it failed.
 *
 * @throws CliError when there is none after a minute
 */
export const askQuestion = async (
  client: ApiClient,
  { limit, ...question }: Question,
): Promise<AnsweredQuery> => {
  const { queryId, finishedAt } = await client.ask({
    ...question,
    ...defined({ limit }),
  });
  if (finishedAt === undefined)
    throw new CliError('There is no answer after a minute; the question stays in the log and is worked on.', {
      hint: `Read the answer later at ${client.url}/api/queries/${queryId}.`,
    });
  const [query] = await Promise.all([
    client.query(queryId, finishedAt),
    // Whoever asks on in the last conversation must find this one there.
    client.conversations({ mine: 'true', limit: 1, after: finishedAt }),
  ]);
  return query;
};
