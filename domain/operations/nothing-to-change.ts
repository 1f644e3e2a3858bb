import type { Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/failure.ts';
import { ok } from '../kernel/result.ts';

/** What a change leads to that would change nothing: fine where it says what holds, refused where it takes away nothing. */
export const nothingToChange = (change: Readonly<Record<string, unknown>>): Decision<never> =>
  Object.values(change).some((value) => value !== undefined && value !== null)
    ? ok([])
    : refuse('rule_violated', 'None of that is set here: there is nothing to take back.');
