import { type Contradiction, contradictionsOf } from './contradictions.ts';
import type { EvidenceIndex } from './evidence-index.ts';
import type { Supported, Verdict } from './judge-sentence.ts';
import type { AnswerUnit } from './parse-unit.ts';
import type { SafetyReason } from './safety-reason.ts';

/** A sentence of an answer with why it is not shown, or not shown alone. */
type JudgedSentence = { readonly sentence: string; readonly because: string };

/** What was found in an answer. */
export type ReadAnswer = {
  /** Numbers of the evidence that what is shown cites, in ascending order. */
  readonly cited: readonly number[];
  readonly struck: readonly JudgedSentence[];
  readonly marked: readonly JudgedSentence[];
  /** Cited numbers that no evidence has. */
  readonly invented: readonly number[];
  readonly contradictions: readonly Contradiction[];
  /** Sentences with a number that are shown. */
  readonly supported: readonly Supported[];
  /** How many sentences were shown that say something. */
  readonly sentences: number;
  /** Why nothing is shown from one sentence on: it is no answer to a clinician. */
  readonly unsafe?: SafetyReason;
};

const longestListed = 400;
const mostListed = 200;

const inOrder = (numbers: ReadonlySet<number>): readonly number[] =>
  [...numbers].sort((one, other) => one - other);

type AnswerFindings = {
  readonly add: (unit: AnswerUnit, verdict: Verdict) => void;
  readonly contradictions: () => readonly Contradiction[];
  readonly result: () => Omit<ReadAnswer, 'unsafe'>;
};

/** Collects what is found in an answer, unit by unit. */
export const createFindings = (index: EvidenceIndex): AnswerFindings => {
  const cited = new Set<number>();
  const invented = new Set<number>();
  const struck: JudgedSentence[] = [];
  const marked: JudgedSentence[] = [];
  const supported: Supported[] = [];
  let sentences = 0;

  const listed = (list: JudgedSentence[], sentence: string, because: string): void => {
    if (list.length < mostListed) list.push({ sentence: sentence.trim().slice(0, longestListed), because });
  };

  const contradictions = (): readonly Contradiction[] => contradictionsOf(index, supported);

  return {
    add: ({ bare, claim, unknown }, verdict) => {
      for (const n of unknown) invented.add(n);
      if (verdict.kind === 'struck') {
        listed(struck, bare, verdict.because);
        return;
      }
      if (verdict.kind === 'marked') listed(marked, bare, verdict.because);
      sentences += claim === '' ? 0 : 1;
      supported.push(...verdict.supports);
      for (const n of verdict.sources) cited.add(n);
    },
    contradictions,
    result: () => ({
      cited: inOrder(cited),
      struck,
      marked,
      invented: inOrder(invented),
      contradictions: contradictions(),
      supported,
      sentences,
    }),
  };
};
