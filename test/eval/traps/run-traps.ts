import { faultsOfAnswer } from '../answers/judge-answer.ts';
import { allTraps } from './all-traps.ts';
import { answerTrap, type TrapAnswer } from './answer-trap.ts';
import { judgeTrap } from './judge-trap.ts';
import type { Trap } from './trap.ts';

/** A trap with the answer to its question and its shortcomings; empty when the trap was avoided. */
export type TrapOutcome = {
  readonly trap: Trap;
  readonly answer: TrapAnswer;
  readonly wrong: readonly string[];
};

/** Asks a trap's question and judges the answer by the trap's expectations, and by the faults of any answer. */
export const runTrap = async (trap: Trap): Promise<TrapOutcome> => {
  const { answer, sourceOf } = await answerTrap(trap);
  const faults = faultsOfAnswer(answer, { question: trap.question, sourceOf }).map(
    ({ kind, n, passage, line }) => `${kind} in [${n}], passage ${passage}, line ${line}.`,
  );
  return { trap, answer, wrong: [...judgeTrap(trap.expects, answer), ...faults] };
};

/** Asks the questions of traps, one after another. */
export const runTraps = async (traps: readonly Trap[] = allTraps): Promise<readonly TrapOutcome[]> => {
  const outcomes: TrapOutcome[] = [];
  for (const trap of traps) outcomes.push(await runTrap(trap));
  return outcomes;
};
