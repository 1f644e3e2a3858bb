import type { Query } from '../../client/api.generated.ts';
import type { ApiClient } from '../../client/create-client.ts';
import type { AnswerPreferences } from '../../domain/consultation/answer-preferences.ts';
import type { SearchFiltersInput } from '../../domain/retrieval/search-filters.ts';
import type { WatchedQuery } from '../output/print-query.ts';
import type { Terminal } from '../output/terminal.ts';
import { type AskHere, createToolPrompts } from './confirm-tools.ts';
import { followQuery } from './follow-query.ts';
import { createLiveView } from './live-view.ts';

/** How a question is worked on while somebody waits. */
export type Watching = {
  readonly terminal: Terminal;
  /** Whether the answer goes to a reader as it is written; otherwise steps at most. */
  readonly tokens: boolean;
  /** Ends the wait; what comes afterwards is not shown. */
  readonly signal: AbortSignal;
  /** Asks the person whether a tool may be called, where there is one. */
  readonly askHere: AskHere;
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

/** What needs no model and no tool is answered by then; of everything else it is followed what comes. */
const ASK_WAIT_SECONDS = 5;

type Asked = { readonly queryId: string; readonly position: number; readonly status?: string };

/** Waits for the end without a terminal; with one, follows the stream and shows it. */
const untilEnd = async (
  client: ApiClient,
  send: (waiting: { readonly wait?: number }) => Promise<Asked>,
  { terminal, tokens, signal, askHere, onAsked }: Watching,
): Promise<WatchedQuery> => {
  const isWatched = terminal.bars !== undefined || (tokens && terminal.onScreen);
  const { queryId, position, status } = await send(isWatched ? {} : { wait: ASK_WAIT_SECONDS });
  // The position is that of its end, where that was there in time.
  const endedAtOnce = status === undefined ? undefined : position;
  onAsked?.(queryId);
  const view = createLiveView(terminal, tokens);
  const over = new AbortController();
  const prompts = createToolPrompts({
    client,
    terminal,
    view,
    askHere,
    signal: AbortSignal.any([signal, over.signal]),
  });
  // At once: someone who stops waiting is back at the prompt before the connection has ended.
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
    // A follow-up in the last conversation must find this one there.
    client.page('/api/conversations', { query: { mine: 'true', limit: 1, after: finishedAt } }),
  ]);
  return { query, draft };
};

/**
 * Asks within a conversation and waits for the end, which may be that it failed, or that something is asked back.
 *
 * @throws CliError when there is none in time
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

/** The same for what was asked back: the number of an option, or other words. */
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
