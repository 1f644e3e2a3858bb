import type { QueryEvent } from './query-events.ts';
import type { DataOf } from './query-state.ts';

/** The data of a command; the query and the conversation are known from the stream. */
type Payload<Type extends QueryEvent['type']> = Readonly<Omit<DataOf<Type>, 'queryId' | 'conversationId'>>;
type Command<Name extends string, Type extends QueryEvent['type']> = { readonly type: Name } & Payload<Type>;

type AskQuery = { readonly type: 'AskQuery' } & Readonly<DataOf<'QueryAsked'>>;
/** The round is known from the stream. */
type RecordRouting = { readonly type: 'RecordRouting' } & Omit<Payload<'QueryRouted'>, 'round'>;
/** The ids and the number of earlier tool rounds are known from the stream. */
type AwaitTools = { readonly type: 'AwaitTools' } & Omit<
  Payload<'QueryAwaitsTools'>,
  'toolRound' | 'toolCallIds'
>;
/** The meaning follows from the option or the text. */
type AnswerClarification = { readonly type: 'AnswerClarification' } & Omit<
  Payload<'ClarificationAnswered'>,
  'readAs'
>;
/** The query's data subject was erased: nothing more can be recorded, whatever the query is waiting for. */
type EndForErasure = { readonly type: 'EndForErasure' };
type GiveFeedback = { readonly type: 'GiveFeedback' } & Omit<Payload<'FeedbackGiven'>, 'replaces'>;

export type CommandOf<Type extends QueryCommand['type']> = Extract<QueryCommand, { type: Type }>;
export type QueryCommand =
  | AskQuery
  | Command<'RecordPhiScreening', 'PhiScreened'>
  | RecordRouting
  | Command<'RecordSourcesSearched', 'SourcesSearched'>
  | Command<'AskBack', 'ClarificationAsked'>
  | AnswerClarification
  | Command<'RecordModelCall', 'ModelCalled'>
  | Command<'RecordModelCallEnd', 'ModelCallEnded'>
  | AwaitTools
  | Command<'AnswerQuery', 'QueryAnswered'>
  | Command<'FailQuery', 'QueryFailed'>
  | Command<'CancelQuery', 'QueryCancelled'>
  | EndForErasure
  | GiveFeedback;
