import type { Terminal } from '../../../cli/output/terminal.ts';
import type { Certainty } from '../evaluation.ts';

/** Prints both errors of stated certainty, each with its baseline. */
export const printCertainty = (
  { all, tuning, final, kinds }: Certainty,
  baseline: Certainty | undefined,
  { print }: Terminal,
): void => {
  const before = (was: number | undefined): string => (was === undefined ? '' : ` (before: ${was})`);
  print(
    `Of ${all.unanswerable} questions that the documents cannot answer ${all.takenForAnswers}${before(baseline?.all.takenForAnswers)} are answered as if they could (tuning ${tuning.takenForAnswers} of ${tuning.unanswerable}, final ${final.takenForAnswers} of ${final.unanswerable}); of ${all.nothingFound} nothing is found.`,
  );
  print(
    `  By kind: ${Object.entries(kinds)
      .map(([kind, of]) => `${kind} ${of.takenForAnswers} of ${of.unanswerable}`)
      .join(', ')}.`,
  );
  print(
    `Of ${all.answerable} that they can, ${all.calledWeak}${before(baseline?.all.calledWeak)} are called weak or find nothing (tuning ${tuning.calledWeak} of ${tuning.answerable}, final ${final.calledWeak} of ${final.answerable}).`,
  );
};
