import type { Evaluation } from '../evaluation.ts';
import type { TrapOutcome } from './run-traps.ts';
import { trapKinds } from './trap.ts';

/** The number of avoided traps of each kind, and the names of the others. */
export const summarizeTraps = (outcomes: readonly TrapOutcome[]): NonNullable<Evaluation['traps']> =>
  trapKinds.flatMap((kind) => {
    const ofKind = outcomes.filter(({ trap }) => trap.kind === kind);
    const fallenInto = ofKind.filter(({ wrong }) => wrong.length > 0).map(({ trap }) => trap.name);
    return ofKind.length === 0 ? [] : [{ kind, avoided: ofKind.length - fallenInto.length, fallenInto }];
  });
