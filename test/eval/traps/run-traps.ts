import { allTraps } from './all-traps.ts';
import { answerTrap, type TrapAnswer } from './answer-trap.ts';
import { judgeTrap } from './judge-trap.ts';
import type { Trap } from './trap.ts';

/** A trap with the answer to its question and with what is wrong with that; nothing where it was avoided. */
export type TrapOutcome = {
  readonly trap: Trap;
  readonly answer: TrapAnswer;
  readonly wrong: readonly string[];
};

/** Asks the questions of traps, one after the other. */
export const runTraps = async (traps: readonly Trap[] = allTraps): Promise<readonly TrapOutcome[]> => {
  const outcomes: TrapOutcome[] = [];
  for (const trap of traps) {
    const answer = await answerTrap(trap);
    outcomes.push({ trap, answer, wrong: judgeTrap(trap.expects, answer) });
  }
  return outcomes;
};
