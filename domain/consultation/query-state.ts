import { omitUndefined } from '../kernel/omit-undefined.ts';
import type { QueryEvent } from './query-events.ts';

export type DataOf<Type extends QueryEvent['type']> = Extract<QueryEvent, { type: Type }>['data'];

type Asked = {
  readonly asked: DataOf<'QueryAsked'>;
  /** 1, or 2 after the answer to a clarifying question. */
  readonly round: number;
  /** The person's reply to the clarifying question. */
  readonly reply?: DataOf<'ClarificationAnswered'>;
  /** The model calls of all rounds, in order. */
  readonly calls: readonly ModelCall[];
  /** The tool rounds of the query, in order. */
  readonly toolRounds: readonly ToolRound[];
};
type Screened = Asked & { readonly screening: DataOf<'PhiScreened'> };
/** Older questions were searched without routing. */
type Searched = Screened & {
  readonly routing?: DataOf<'QueryRouted'>;
  readonly search: DataOf<'SourcesSearched'>;
  /** The tool round that the query waits for. */
  readonly waitsFor?: ToolRound | undefined;
};

/** A model call; without `ended` it is in progress, or its caller crashed. */
export type ModelCall = {
  readonly called: DataOf<'ModelCalled'>;
  /** The query round of the call. */
  readonly round: number;
  /** The number of tool rounds before it in that query round. */
  readonly toolRound: number;
  readonly ended?: DataOf<'ModelCallEnded'>;
};

/** Tools called together, with the query round. */
export type ToolRound = DataOf<'QueryAwaitsTools'> & { readonly round: number };

/** A query with its answer. */
export type AnsweredQuery = Searched & {
  readonly answer: DataOf<'QueryAnswered'>;
  /** The judgement of each person. */
  readonly feedback: ReadonlyMap<string, DataOf<'FeedbackGiven'>>;
  /** The number of judgements given or changed, by all persons. */
  readonly feedbackCount: number;
};

/** Each status holds everything recorded so far, so that an orchestrator resumes where it stopped. */
export type QueryState =
  | { readonly status: 'unknown' }
  | ({ readonly status: 'asked' } & Asked)
  | ({ readonly status: 'screened' } & Screened)
  | ({ readonly status: 'routed' } & Screened & { readonly routing: DataOf<'QueryRouted'> })
  | ({ readonly status: 'searched' } & Searched)
  | ({ readonly status: 'clarifying' } & Searched & {
        readonly clarification: DataOf<'ClarificationAsked'>;
      })
  | ({ readonly status: 'answered' } & AnsweredQuery)
  | ({ readonly status: 'failed' } & Asked & { readonly failure: DataOf<'QueryFailed'> })
  | ({ readonly status: 'cancelled' } & Asked & { readonly cancelled: DataOf<'QueryCancelled'> });

export type KnownQuery = Exclude<QueryState, { status: 'unknown' }>;

/** Whether a query has ended. */
export const isFinished = ({ status }: QueryState): boolean =>
  status === 'answered' || status === 'failed' || status === 'cancelled';

/** The model calls of the current round. */
export const callsOfRound = ({ calls, round }: Pick<Asked, 'calls' | 'round'>): readonly ModelCall[] =>
  calls.filter((call) => call.round === round);

/** The tool rounds of the current query round. */
export const toolRoundsOfRound = ({
  toolRounds,
  round,
}: Pick<Asked, 'toolRounds' | 'round'>): readonly ToolRound[] =>
  toolRounds.filter((one) => one.round === round);

/** The model calls since the last tool round of the current query round, or since its start. */
export const callsOfStep = (state: Pick<Asked, 'calls' | 'round' | 'toolRounds'>): readonly ModelCall[] => {
  const { length } = toolRoundsOfRound(state);
  return callsOfRound(state).filter(({ toolRound }) => toolRound === length);
};

const soFar = ({ asked, round, reply, calls, toolRounds }: Asked): Asked => ({
  asked,
  round,
  calls,
  toolRounds,
  ...omitUndefined({ reply }),
});

const evolveKnown = (state: KnownQuery, event: Exclude<QueryEvent, { type: 'QueryAsked' }>): KnownQuery => {
  switch (event.type) {
    case 'PhiScreened':
      return state.status === 'asked' ? { ...state, status: 'screened', screening: event.data } : state;
    case 'QueryRouted':
      return state.status === 'screened' ? { ...state, status: 'routed', routing: event.data } : state;
    case 'SourcesSearched':
      return state.status === 'screened' || state.status === 'routed'
        ? { ...state, status: 'searched', search: event.data }
        : state;
    case 'ClarificationAsked':
      return state.status === 'searched'
        ? { ...state, status: 'clarifying', clarification: event.data }
        : state;
    case 'ClarificationAnswered':
      return state.status === 'clarifying'
        ? { ...soFar(state), status: 'asked', round: state.round + 1, reply: event.data }
        : state;
    case 'ModelCalled':
      return state.status === 'searched'
        ? {
            ...state,
            waitsFor: undefined,
            calls: [
              ...state.calls,
              { called: event.data, round: state.round, toolRound: toolRoundsOfRound(state).length },
            ],
          }
        : state;
    case 'ModelCallEnded':
      // Also applies to a query cancelled during the call.
      return {
        ...state,
        calls: state.calls.map((call) =>
          call.called.attempt === event.data.attempt ? { ...call, ended: event.data } : call,
        ),
      };
    case 'QueryAwaitsTools': {
      if (state.status !== 'searched') return state;
      const waitsFor = { ...event.data, round: state.round };
      return { ...state, waitsFor, toolRounds: [...state.toolRounds, waitsFor] };
    }
    case 'QueryAnswered':
      return state.status === 'searched'
        ? { ...state, status: 'answered', answer: event.data, feedback: new Map(), feedbackCount: 0 }
        : state;
    case 'QueryFailed':
      return { ...soFar(state), status: 'failed', failure: event.data };
    case 'QueryCancelled':
      return isFinished(state) ? state : { ...soFar(state), status: 'cancelled', cancelled: event.data };
    case 'FeedbackGiven':
      return state.status === 'answered'
        ? {
            ...state,
            feedback: new Map(state.feedback).set(event.data.givenBy, event.data),
            feedbackCount: state.feedbackCount + 1,
          }
        : state;
    // Reviews are a separate decider on the same stream.
    case 'PhiDetectionDisputed':
    case 'ReviewResolved':
      return state;
  }
};

/** Returns the next state of a query. An event that cannot follow changes nothing. */
export const evolveQuery = (state: QueryState, event: QueryEvent): QueryState => {
  if (event.type === 'QueryAsked')
    return { status: 'asked', asked: event.data, round: 1, calls: [], toolRounds: [] };
  return state.status === 'unknown' ? state : evolveKnown(state, event);
};
