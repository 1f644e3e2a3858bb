import { join } from 'node:path';
import { detectPhi, PHI_DETECTOR } from '../../../domain/privacy/detect-phi.ts';
import { readLabelledQueries } from '../labelled-queries.ts';
import { cleanQuestions } from './clean-questions.ts';
import { makeNotes, makeStyledNotes } from './make-notes.ts';
import { measurePhi, type PhiMeasure } from './measure-phi.ts';
import { readLabelledNotes } from './read-labelled-notes.ts';
import { type TimePerText, timePerText } from './time-per-text.ts';

/** Enough that a single note changes no figure by more than a thousandth. */
const NOTES = 4000;

export type PhiEvaluation = {
  readonly detector: string;
  readonly notes: number;
  readonly seed: number;
  readonly measure: PhiMeasure;
  /** Figures by style, half of which are held out. */
  readonly styles: PhiMeasure['byStyle'];
  /** Figures of the caller's notes: from templates with even numbers, and with odd ones. */
  readonly given?: { readonly even: PhiMeasure; readonly odd: PhiMeasure };
  readonly clean: { readonly questions: number; readonly flagged: readonly string[] };
  readonly time: TimePerText;
};

const find = (text: string): ReturnType<typeof detectPhi>['findings'] => detectPhi(text).findings;

const measureGiven = async (
  file: string,
): Promise<{ readonly even: PhiMeasure; readonly odd: PhiMeasure }> => {
  const notes = await readLabelledNotes(file);
  const half = (rest: number): PhiMeasure =>
    measurePhi(
      notes.filter(({ template }) => template % 2 === rest),
      find,
    );
  return { even: half(0), odd: half(1) };
};

/**
 * Measures the detector's rules on invented notes and on questions without a person; given a folder, also on its files.
 */
export const runPhiEvaluation = async (
  seed: number,
  folder: string | undefined,
  {
    count = NOTES,
    givenNotes,
  }: { readonly count?: number | undefined; readonly givenNotes?: string | undefined } = {},
): Promise<PhiEvaluation> => {
  const notes = makeNotes(count, seed);
  const labelled = folder === undefined ? [] : await readLabelledQueries(join(folder, 'queries.jsonl'));
  const questions = [...cleanQuestions, ...labelled.map(({ query }) => query)];
  return {
    detector: PHI_DETECTOR,
    notes: notes.length,
    seed,
    measure: measurePhi(notes, find),
    styles: measurePhi(makeStyledNotes(count, seed), find).byStyle,
    ...(givenNotes === undefined ? {} : { given: await measureGiven(givenNotes) }),
    clean: { questions: questions.length, flagged: questions.filter((text) => detectPhi(text).detected) },
    time: timePerText(
      notes.map(({ text }) => text),
      detectPhi,
    ),
  };
};
