import type { Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/failure.ts';
import { ok } from '../kernel/result.ts';

/** The result of a change without effect: accepted if it restates a value, refused if it removes one that is not set. */
export const nothingToChange = (change: Readonly<Record<string, unknown>>): Decision<never> =>
  Object.values(change).some((value) => value !== undefined && value !== null)
    ? ok([])
    : refuse('rule_violated', 'None of these values is set, so there is nothing to remove.');
