import type { QueryEvent } from './query-events.ts';
import type { DataOf } from './query-state.ts';

/** What a command brings; which query and conversation it belongs to is known from the stream. */
type Payload<Type extends QueryEvent['type']> = Readonly<Omit<DataOf<Type>, 'queryId' | 'conversationId'>>;
type Command<Name extends string, Type extends QueryEvent['type']> = { readonly type: Name } & Payload<Type>;

type AskQuery = { readonly type: 'AskQuery' } & Readonly<DataOf<'QueryAsked'>>;
/** Which round it is, is known from the stream. */
type RecordRouting = { readonly type: 'RecordRouting' } & Omit<Payload<'QueryRouted'>, 'round'>;
/** Which ids they have, and how often tools were called before, is known. */
type AwaitTools = { readonly type: 'AwaitTools' } & Omit<
  Payload<'QueryAwaitsTools'>,
  'toolRound' | 'toolCallIds'
>;
/** How the question is meant then, follows from the option or the text. */
type AnswerClarification = { readonly type: 'AnswerClarification' } & Omit<
  Payload<'ClarificationAnswered'>,
  'readAs'
>;
/** The data subject that it is about has been erased: nothing more of it can be recorded, whatever it waits for. */
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
