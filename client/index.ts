/** The entry of the package: everything that a front end may use, and nothing else. */
export type * from './api.generated.ts';
export { choices } from './choices.generated.ts';
export { collectPages } from './collect-pages.ts';
export type { ClientOptions } from './create-caller.ts';
export { type ApiClient, createClient } from './create-client.ts';
export {
  ClientFailure,
  ConnectionFailure,
  type FieldIssue,
  failedToolCall,
  fieldIssues,
  isRefused,
  isTransient,
  type RefusalCode,
  RefusedRequest,
  SessionReplaced,
  UnexpectedAnswer,
} from './failures.ts';
export { type AnswerState, askedQuestion, evolveAnswer } from './live/answer-state.ts';
export {
  type Answering,
  type AnswerView,
  type Clarified,
  createAnswering,
  type Question,
} from './live/answering.ts';
export { type FollowAnswerOptions, followAnswer } from './live/follow-answer.ts';
export type { Store } from './live/store.ts';
export { type FollowedToolCalls, type ToolCalls, toolCallsOf } from './live/tool-calls.ts';
export type {
  DataOf,
  LineOf,
  LinesPath,
  ListedOf,
  ListPath,
  OperationAt,
  PostPath,
  ReadPath,
  RequestOf,
  StreamEvent,
  StreamPath,
} from './operation-types.ts';
export type { Page } from './reads.ts';
export type { SignIn } from './session.ts';
