import type { Query } from '../../client/api.generated.ts';
import type { ApiClient } from '../../client/create-client.ts';
import type { AnswerPreferences } from '../../domain/consultation/answer-preferences.ts';
import type { SearchFiltersInput } from '../../domain/retrieval/search-filters.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { WatchedQuery } from '../output/print-query.ts';
import type { Terminal } from '../output/terminal.ts';
import { type AskAtTerminal, createToolPrompts } from './confirm-tools.ts';
import { followQuery } from './follow-query.ts';
import { createLiveView } from './live-view.ts';

/** How to wait for a question and show its progress. */
export type Watching = {
  readonly terminal: Terminal;
  /** Whether to show the answer while it is written; otherwise at most the steps are shown. */
  readonly tokens: boolean;
  /** Ends the wait; nothing is shown afterwards. */
  readonly signal: AbortSignal;
  /** Asks the person at the terminal, if there is one, whether a tool may be called. */
  readonly askAtTerminal: AskAtTerminal;
  /** Called as soon as the question has an id, by which it can be cancelled. */
  readonly onAsked?: (queryId: string) => void;
};

type Question = {
  readonly question: string;
  readonly conversationId: string;
  readonly filters: SearchFiltersInput;
  readonly limit?: number | undefined;
  readonly preferences?: AnswerPreferences | undefined;
};

/** Enough for an answer without models and tools; a longer-running question is followed by its stream. */
const ASK_WAIT_SECONDS = 5;

type Asked = { readonly queryId: string; readonly position: number; readonly status?: string };

/** Waits for the outcome; on a terminal, follows the stream and shows the progress. */
const untilEnd = async (
  client: ApiClient,
  send: (waiting: { readonly wait?: number }) => Promise<Asked>,
  { terminal, tokens, signal, askAtTerminal, onAsked }: Watching,
): Promise<WatchedQuery> => {
  const isWatched = terminal.bars !== undefined || (tokens && terminal.onScreen);
  const { queryId, position, status } = await send(isWatched ? {} : { wait: ASK_WAIT_SECONDS });
  // With a status, the command waited for the end, and `position` is that of the last event.
  const endedAtOnce = status === undefined ? undefined : position;
  onAsked?.(queryId);
  const view = createLiveView(terminal, tokens);
  const over = new AbortController();
  const prompts = createToolPrompts({
    client,
    terminal,
    view,
    askAtTerminal,
    signal: anySignal([signal, over.signal]),
  });
  // Closed on abort, not afterwards: the prompt is back before the connection has ended.
  signal.addEventListener('abort', view.close, { once: true });
  let finishedAt: number;
  let draft = '';
  try {
    finishedAt = endedAtOnce ?? (await followQuery(client, queryId, position, { view, prompts, signal }));
  } finally {
    over.abort();
    draft = view.close();
    signal.removeEventListener('abort', view.close);
  }
  const [query] = await Promise.all([
    client.get('/api/queries/{id}', { path: { id: queryId }, query: { after: finishedAt } }),
    // Waits until `--conversation last` finds this conversation.
    client.page('/api/conversations', { query: { mine: 'true', limit: 1, after: finishedAt } }),
  ]);
  return { query, draft };
};

/**
 * Asks within a conversation and waits for the outcome: an answer, a failure or a clarifying question.
 *
 * @throws CliError when there is no outcome in time
 */
export const askQuestion = (
  client: ApiClient,
  { limit, preferences, ...question }: Question,
  watching: Watching,
): Promise<WatchedQuery> =>
  untilEnd(
    client,
    (waiting) =>
      client.post('/api/commands/AskQuery', { body: { ...question, limit, preferences }, ...waiting }),
    watching,
  );

/** Like `askQuestion`, but answers a clarifying question with the number of an option or with free text. */
export const answerClarification = (
  client: ApiClient,
  { queryId, clarification }: Pick<Query, 'queryId' | 'clarification'>,
  said: string,
  watching: Watching,
): Promise<WatchedQuery> => {
  const option = clarification?.options.find((_, index) => String(index + 1) === said);
  const answer = option ? { option: option.id } : { text: said };
  return untilEnd(
    client,
    (waiting) =>
      client.post('/api/commands/AnswerClarification', { body: { queryId, ...answer }, ...waiting }),
    watching,
  );
};
