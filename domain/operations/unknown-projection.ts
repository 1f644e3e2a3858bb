import { type FailureReason, failure } from '../kernel/failure.ts';
import { nearestName } from '../language/nearest-name.ts';

/** The refusal of a name that is no projection's. The name itself is not repeated: it may be anything. */
export const unknownProjection = (asked: string, names: readonly string[]): FailureReason => {
  const meant = nearestName(asked, names);
  return failure(
    'not_found',
    `There is no projection with this name.${meant === undefined ? '' : ` Did you mean ${meant}?`} Available: ${names.join(', ')}.`,
    { details: { available: names } },
  );
};
