import type { Query } from '../api.generated.ts';
import type { ApiClient } from '../create-client.ts';
import { ConnectionFailure } from '../failures.ts';
import type { OperationAt, RequestOf } from '../operation-types.ts';
import type { AnswerState } from './answer-state.ts';
import { followAnswer } from './follow-answer.ts';
import { createStore, type Store } from './store.ts';

/** A question, with everything that may be sent along. */
export type Question = RequestOf<OperationAt<'/api/commands/AskQuery', 'post'>>;

/** The answer to a clarifying question: one of its options, or a person's own words. */
export type Clarified = { readonly option: string } | { readonly text: string };

/** What is known of the question that a person asked. */
export type AnswerView = Omit<AnswerState, 'queryId' | 'status'> & {
  /** `idle` before any question, `asking` until the server has accepted it; then that of the question. */
  readonly status: 'idle' | 'asking' | Query['status'];
  readonly queryId: string | undefined;
  /** Why the question was refused, or cannot be followed. */
  readonly error: Error | undefined;
};

/** Asks questions, one at a time, and follows them. Nothing rejects: failures are in the state. */
export type Answering = Store<AnswerView> & {
  /** Asks a question; another one that is still being answered is no longer followed. */
  readonly ask: (question: Question) => Promise<void>;
  /** Shows a question that was asked before, and follows it if it has not ended. */
  readonly open: (queryId: string) => Promise<void>;
  /** Answers the clarifying question. */
  readonly clarify: (answer: Clarified) => Promise<void>;
  /** Cancels the question; its stream then says so. */
  readonly cancel: () => Promise<void>;
  /** Follows nothing any more. The server goes on with the question. */
  readonly leave: () => void;
};

const nothingAsked: AnswerView = {
  status: 'idle',
  queryId: undefined,
  steps: [],
  draft: '',
  evidence: [],
  toolCalls: [],
  clarification: undefined,
  query: undefined,
  error: undefined,
};

const isAborted = (error: unknown): boolean => error instanceof ConnectionFailure && error.kind === 'aborted';

const errorOf = (error: unknown): Error => (error instanceof Error ? error : new Error(String(error)));

/** Creates what asks and follows questions with a client. */
export const createAnswering = (client: ApiClient): Answering => {
  const store = createStore(nothingAsked);
  let current = new AbortController();

  /** Runs what replaces the work in progress, and puts its failure into the state. */
  const run = async (work: (signal: AbortSignal) => Promise<void>): Promise<void> => {
    current.abort();
    current = new AbortController();
    const { signal } = current;
    try {
      await work(signal);
    } catch (error) {
      if (signal.aborted || isAborted(error)) return;
      const state = store.state();
      store.set({
        ...state,
        status: state.status === 'asking' ? 'idle' : state.status,
        error: errorOf(error),
      });
    }
  };

  const follow = async (queryId: string, signal: AbortSignal, after?: number): Promise<void> => {
    for await (const state of followAnswer(client, queryId, { after, signal }))
      if (!signal.aborted) store.set({ ...state, error: undefined });
  };

  return {
    state: store.state,
    subscribe: store.subscribe,
    ask: (question) =>
      run(async (signal) => {
        store.set({ ...nothingAsked, status: 'asking' });
        // Not aborted with the rest: a question that was sent is answered, and must not be asked twice.
        const { queryId } = await client.post('/api/commands/AskQuery', { body: question });
        if (!signal.aborted) await follow(queryId, signal);
      }),
    open: (queryId) =>
      run(async (signal) => {
        if (store.state().queryId !== queryId) store.set({ ...nothingAsked, status: 'pending', queryId });
        const query = await client.get('/api/queries/{id}', { path: { id: queryId }, signal });
        if (query.status === 'pending' || query.status === 'clarifying') await follow(queryId, signal);
        else if (!signal.aborted) store.set({ ...nothingAsked, status: query.status, queryId, query });
      }),
    clarify: (answer) =>
      run(async (signal) => {
        const { queryId } = store.state();
        if (queryId === undefined) return;
        const body = { queryId, ...answer };
        const { position } = await client.post('/api/commands/AnswerClarification', { body });
        if (!signal.aborted) await follow(queryId, signal, position);
      }),
    cancel: async () => {
      const { queryId } = store.state();
      if (queryId === undefined) return;
      try {
        await client.post('/api/commands/CancelQuery', { body: { queryId } });
      } catch (error) {
        store.set({ ...store.state(), error: errorOf(error) });
      }
    },
    leave: () => current.abort(),
  };
};
