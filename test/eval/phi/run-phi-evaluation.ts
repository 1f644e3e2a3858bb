import { join } from 'node:path';
import { detectPhi, PHI_DETECTOR } from '../../../domain/privacy/detect-phi.ts';
import { readLabelledQueries } from '../labelled-queries.ts';
import { cleanQuestions } from './clean-questions.ts';
import { makeNotes } from './make-notes.ts';
import { measurePhi, type PhiMeasure } from './measure-phi.ts';
import { type TimePerText, timePerText } from './time-per-text.ts';

/** Enough that a single note moves no figure by more than a thousandth. */
const NOTES = 4000;

export type PhiEvaluation = {
  readonly detector: string;
  readonly notes: number;
  readonly seed: number;
  readonly measure: PhiMeasure;
  readonly clean: { readonly questions: number; readonly flagged: readonly string[] };
  readonly time: TimePerText;
};

/** Measures the detector's rules on invented notes and on questions about no person; with a folder also on its files. */
export const runPhiEvaluation = async (
  seed: number,
  folder: string | undefined,
  count: number = NOTES,
): Promise<PhiEvaluation> => {
  const notes = makeNotes(count, seed);
  const labelled = folder === undefined ? [] : await readLabelledQueries(join(folder, 'queries.jsonl'));
  const questions = [...cleanQuestions, ...labelled.map(({ query }) => query)];
  return {
    detector: PHI_DETECTOR,
    notes: notes.length,
    seed,
    measure: measurePhi(notes, (text) => detectPhi(text).findings),
    clean: { questions: questions.length, flagged: questions.filter((text) => detectPhi(text).detected) },
    time: timePerText(
      notes.map(({ text }) => text),
      detectPhi,
    ),
  };
};
