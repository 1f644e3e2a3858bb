import type { Decider, Decision } from '../kernel/decider.ts';
import { defined } from '../kernel/defined.ts';
import { type FailureReason, refuse } from '../kernel/failure.ts';
import { ok, type Result } from '../kernel/result.ts';
import { sameData } from '../kernel/same-data.ts';
import { holdsPhi } from '../privacy/innocent-name.ts';
import type { QueryEvent } from './query-events.ts';

type DataOf<Type extends QueryEvent['type']> = Extract<QueryEvent, { type: Type }>['data'];
/** What a command brings; which query and conversation it belongs to is known from the stream. */
type Payload<Type extends QueryEvent['type']> = Readonly<Omit<DataOf<Type>, 'queryId' | 'conversationId'>>;

type AskQuery = { readonly type: 'AskQuery' } & Readonly<DataOf<'QueryAsked'>>;
type RecordPhiScreening = { readonly type: 'RecordPhiScreening' } & Payload<'PhiScreened'>;
type RecordSourcesSearched = { readonly type: 'RecordSourcesSearched' } & Payload<'SourcesSearched'>;
type AnswerQuery = { readonly type: 'AnswerQuery' } & Payload<'QueryAnswered'>;
type FailQuery = { readonly type: 'FailQuery' } & Payload<'QueryFailed'>;
type GiveFeedback = { readonly type: 'GiveFeedback' } & Omit<Payload<'FeedbackGiven'>, 'replaces'>;

export type QueryCommand =
  | AskQuery
  | RecordPhiScreening
  | RecordSourcesSearched
  | AnswerQuery
  | FailQuery
  | GiveFeedback;

type Asked = { readonly asked: DataOf<'QueryAsked'> };
type Screened = Asked & { readonly screening: DataOf<'PhiScreened'> };
type Searched = Screened & { readonly search: DataOf<'SourcesSearched'> };
type Answered = Searched & {
  readonly answer: DataOf<'QueryAnswered'>;
  /** The judgement of each person. */
  readonly feedback: ReadonlyMap<string, DataOf<'FeedbackGiven'>>;
  /** How often anybody gave or changed one. */
  readonly feedbackCount: number;
};

/** Each status holds what has been recorded so far, so that an orchestrator goes on where it stopped. */
export type QueryState =
  | { readonly status: 'unknown' }
  | ({ readonly status: 'asked' } & Asked)
  | ({ readonly status: 'screened' } & Screened)
  | ({ readonly status: 'searched' } & Searched)
  | ({ readonly status: 'answered' } & Answered)
  | ({ readonly status: 'failed' } & Asked & { readonly failure: DataOf<'QueryFailed'> });

type KnownQuery = Exclude<QueryState, { status: 'unknown' }>;

const isFinished = (state: KnownQuery): boolean => state.status === 'answered' || state.status === 'failed';

const ask = (command: AskQuery, state: QueryState): Decision<QueryEvent> => {
  const { type: _, ...data } = command;
  if (state.status === 'unknown') return ok([{ type: 'QueryAsked', data }]);
  return sameData(data, state.asked) ? ok([]) : refuse('conflict', 'Another question has this id.');
};

const recordScreening = (command: RecordPhiScreening, state: KnownQuery): Decision<QueryEvent> => {
  if (state.status !== 'asked') return ok([]);
  const { type: _, ...data } = command;
  return ok([{ type: 'PhiScreened', data: { queryId: state.asked.queryId, ...data } }]);
};

const recordSearch = (command: RecordSourcesSearched, state: KnownQuery): Decision<QueryEvent> => {
  if (state.status === 'asked') {
    return refuse('rule_violated', 'A question must be screened for PHI before anything is searched.');
  }
  if (state.status !== 'screened') return ok([]);
  const { type: _, ...data } = command;
  return ok([{ type: 'SourcesSearched', data: { queryId: state.asked.queryId, ...data } }]);
};

const ofQuery = ({ asked }: Asked): { queryId: string; conversationId?: string } =>
  asked.conversationId === undefined
    ? { queryId: asked.queryId }
    : { queryId: asked.queryId, conversationId: asked.conversationId };

const answer = (command: AnswerQuery, state: KnownQuery): Decision<QueryEvent> => {
  if (isFinished(state)) return ok([]);
  if (state.status !== 'searched') {
    return refuse(
      'rule_violated',
      'A question must be screened and its sources searched before it is answered.',
    );
  }
  const { type: _, ...data } = command;
  return ok([{ type: 'QueryAnswered', data: { ...ofQuery(state), ...data } }]);
};

const fail = (command: FailQuery, state: KnownQuery): Decision<QueryEvent> => {
  if (isFinished(state)) return ok([]);
  const { type: _, ...data } = command;
  return ok([{ type: 'QueryFailed', data: { ...ofQuery(state), ...data } }]);
};

/** How often the judgements of one answer may be given and changed: a stream must not grow without an end. */
const MAX_FEEDBACK = 500;

const passageDocument = ({ search, answer: { citations } }: Answered, chunkId: string): string | undefined =>
  [...search.found, ...citations].find((passage) => passage.chunkId === chunkId)?.docKey;

/** Completes the document of a judged passage; refuses what the answer could not have been about. */
const judged = (command: GiveFeedback, state: Answered): Result<string | undefined, FailureReason> => {
  const { chunkId, docKey, kind } = command;
  if (chunkId !== undefined) {
    const holder = passageDocument(state, chunkId);
    if (holder === undefined) return refuse('rule_violated', 'The passage was not found for this question.');
    if (docKey !== undefined && docKey !== holder) {
      return refuse('rule_violated', 'The passage belongs to another document.');
    }
    return ok(holder);
  }
  // Only of a document that is missing can be said something though it was not found.
  const isFound = [...state.search.found, ...state.answer.citations].some(
    (passage) => passage.docKey === docKey,
  );
  if (docKey === undefined || isFound) return ok(docKey);
  if (kind !== 'missing') return refuse('rule_violated', 'The document was not found for this question.');
  // Nobody knows whether there is such a document: the key could be anything, and is kept in plain text.
  return holdsPhi(docKey)
    ? refuse('rule_violated', 'The docKey seems to hold what identifies a person. Say it in the comment.')
    : ok(docKey);
};

const giveFeedback = (command: GiveFeedback, state: KnownQuery): Decision<QueryEvent> => {
  if (state.status !== 'answered') {
    return refuse('rule_violated', 'There is no answer yet that could be judged.');
  }
  const about = judged(command, state);
  if (!about.ok) return about;
  const { type: _, ...judgement } = command;
  const data = {
    queryId: state.asked.queryId,
    ...judgement,
    ...defined({ docKey: about.value }),
  };
  const before = state.feedback.get(command.givenBy);
  if (before === undefined) return acceptFeedback(data, state);
  const { replaces: __, ...unchanged } = before;
  if (sameData(data, unchanged)) return ok([]);
  const replaces =
    before.docKey === undefined ? { kind: before.kind } : { kind: before.kind, docKey: before.docKey };
  return acceptFeedback({ ...data, replaces }, state);
};

const acceptFeedback = (data: DataOf<'FeedbackGiven'>, state: Answered): Decision<QueryEvent> =>
  state.feedbackCount < MAX_FEEDBACK
    ? ok([{ type: 'FeedbackGiven', data }])
    : refuse('rule_violated', `This answer has been judged ${MAX_FEEDBACK} times; it takes no more.`);

const decide = (command: QueryCommand, state: QueryState): Decision<QueryEvent> => {
  if (command.type === 'AskQuery') return ask(command, state);
  if (state.status === 'unknown') return refuse('not_found', 'There is no such query.');
  switch (command.type) {
    case 'RecordPhiScreening':
      return recordScreening(command, state);
    case 'RecordSourcesSearched':
      return recordSearch(command, state);
    case 'AnswerQuery':
      return answer(command, state);
    case 'FailQuery':
      return fail(command, state);
    case 'GiveFeedback':
      return giveFeedback(command, state);
  }
};

const evolve = (state: QueryState, event: QueryEvent): QueryState => {
  switch (event.type) {
    case 'QueryAsked':
      return { status: 'asked', asked: event.data };
    case 'PhiScreened':
      return state.status === 'asked' ? { ...state, status: 'screened', screening: event.data } : state;
    case 'SourcesSearched':
      return state.status === 'screened' ? { ...state, status: 'searched', search: event.data } : state;
    case 'QueryAnswered':
      return state.status === 'searched'
        ? { ...state, status: 'answered', answer: event.data, feedback: new Map(), feedbackCount: 0 }
        : state;
    case 'QueryFailed':
      return state.status === 'unknown'
        ? state
        : { status: 'failed', asked: state.asked, failure: event.data };
    case 'FeedbackGiven':
      return state.status === 'answered'
        ? {
            ...state,
            feedback: new Map(state.feedback).set(event.data.givenBy, event.data),
            feedbackCount: state.feedbackCount + 1,
          }
        : state;
  }
};

/**
 * One question from asking to its answer: screened, searched, answered or failed, each once and in this order. What
 * has been recorded already, and anything for a finished query, yields no event: deliveries may repeat. An answer can
 * be judged by each person, who may change the judgement.
 */
export const queryDecider: Decider<QueryCommand, QueryEvent, QueryState> = {
  initialState: { status: 'unknown' },
  decide,
  evolve,
};
