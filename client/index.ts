/** The entry of the package: everything that a front end may use, and nothing else. */
export type * from './api.generated.ts';
export { choices } from './choices.generated.ts';
export { collectPages } from './collect-pages.ts';
export type { ClientOptions } from './create-caller.ts';
export { type ApiClient, createClient } from './create-client.ts';
export {
  ClientFailure,
  ConnectionFailure,
  isTransient,
  RefusedRequest,
  UnexpectedAnswer,
} from './failures.ts';
export type {
  DataOf,
  LineOf,
  LinesPath,
  ListedOf,
  ListPath,
  OperationAt,
  PostPath,
  ReadPath,
  StreamEvent,
  StreamPath,
} from './operation-types.ts';
export type { Page } from './reads.ts';
export type { SignIn } from './session.ts';
