import { type FailureReason, failure } from '../kernel/failure.ts';
import { nearestName } from '../language/nearest-name.ts';

/** The refusal of an unknown projection name. It does not repeat the name, which may be anything. */
export const unknownProjection = (asked: string, names: readonly string[]): FailureReason => {
  const meant = nearestName(asked, names);
  return failure(
    'not_found',
    `There is no projection with this name.${meant === undefined ? '' : ` Did you mean ${meant}?`} Available: ${names.join(', ')}.`,
    { details: { available: names } },
  );
};
