import { type Contradiction, contradictionsOf } from './contradictions.ts';
import type { EvidenceIndex, Place } from './evidence-index.ts';
import type { AnswerUnit } from './parse-unit.ts';
import type { SafetyReason } from './safety-reason.ts';

/** A sentence of an answer with the reason why it was removed or marked. */
type JudgedSentence = { readonly sentence: string; readonly because: string };

/** The findings on an answer. */
export type ReadAnswer = {
  /** Numbers of the evidence cited by the shown text, in ascending order. */
  readonly cited: readonly number[];
  /** Sentences not shown: dropped, or replaced by a statement of a source. */
  readonly struck: readonly JudgedSentence[];
  readonly marked: readonly JudgedSentence[];
  /** Cited numbers without evidence. */
  readonly invented: readonly number[];
  readonly contradictions: readonly Contradiction[];
  /** The number of the model's sentences shown verbatim, and of statements that it names by their ids. */
  readonly proven: number;
  /** The number of its sentences shown verbatim. */
  readonly worded: number;
  /** The statements shown, in the model's words or their own. */
  readonly places: readonly Place[];
  /** The reason why the answer was cut off at some sentence: it is not an answer for a clinician. */
  readonly unsafe?: SafetyReason;
};

const longestListed = 400;
const mostListed = 200;

const inOrder = (numbers: ReadonlySet<number>): readonly number[] =>
  [...numbers].sort((one, other) => one - other);

type AnswerFindings = {
  readonly read: (unit: AnswerUnit) => void;
  readonly struck: (unit: AnswerUnit, because: string) => void;
  readonly marked: (unit: AnswerUnit, because: string) => void;
  readonly neutral: (unit: AnswerUnit) => void;
  /** Records that a statement is shown: in the model's words, because it names its id, or as the nearest one. */
  readonly shown: (place: Place, as: 'worded' | 'named' | 'nearest') => void;
  readonly contradictions: () => readonly Contradiction[];
  readonly result: () => Omit<ReadAnswer, 'unsafe'>;
};

/** Collects the findings on an answer, unit by unit. */
export const createFindings = (index: EvidenceIndex): AnswerFindings => {
  const cited = new Set<number>();
  const invented = new Set<number>();
  const struck: JudgedSentence[] = [];
  const marked: JudgedSentence[] = [];
  const places = new Set<Place>();
  let proven = 0;
  let worded = 0;

  const listed = (list: JudgedSentence[], sentence: string, because: string): void => {
    if (list.length < mostListed) list.push({ sentence: sentence.trim().slice(0, longestListed), because });
  };

  const contradictions = (): readonly Contradiction[] => contradictionsOf(index, [...places]);

  return {
    read: ({ unknown }) => {
      for (const n of unknown) invented.add(n);
    },
    struck: ({ bare }, because) => listed(struck, bare, because),
    marked: ({ bare }, because) => listed(marked, bare, because),
    neutral: ({ own }) => {
      for (const n of own) cited.add(n);
    },
    shown: (place, as) => {
      if (as !== 'nearest') proven += 1;
      if (as === 'worded') worded += 1;
      places.add(place);
      cited.add(place.n);
    },
    contradictions,
    result: () => ({
      cited: inOrder(cited),
      struck,
      marked,
      invented: inOrder(invented),
      contradictions: contradictions(),
      proven,
      worded,
      places: [...places],
    }),
  };
};
