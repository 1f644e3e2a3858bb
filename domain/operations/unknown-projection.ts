import { type FailureReason, failure } from '../kernel/failure.ts';

/** The refusal of a name that is no projection's. The name itself is not repeated: it may be anything. */
export const unknownProjection = (names: readonly string[]): FailureReason =>
  failure('not_found', `There is no projection of this name. Available: ${names.join(', ')}.`);
