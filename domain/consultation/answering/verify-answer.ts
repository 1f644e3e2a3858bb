import type { AnswerChecks } from '../answer-checks.ts';
import { type AnswerToCheck, type CheckedAnswer, checkAnswer } from './check-answer.ts';
import { notInSources } from './judge-sentence.ts';
import { safetyFilter } from './safety-filter.ts';
import type { SafetyReason } from './safety-reason.ts';

/** The verdict on a model's draft. */
export type JudgedDraft =
  | {
      readonly verdict: 'shown';
      readonly text: string;
      readonly cited: readonly number[];
      readonly checks: AnswerChecks;
      readonly warnings: readonly string[];
      /** The number of sentences with numbers or drugs that no source contains. */
      readonly madeUp: number;
    }
  /** No supported text remains after this many sentences were removed; excerpts are the answer. */
  | { readonly verdict: 'unsupported'; readonly struck: number }
  /** The draft must not be shown. */
  | { readonly verdict: 'blocked'; readonly because: SafetyReason };

const checksOf = ({ struck, marked, invented, contradictions }: CheckedAnswer): AnswerChecks => ({
  struck: struck.map(({ sentence, because }) => ({ sentence, because })),
  marked: marked.map(({ sentence, because }) => ({ sentence, because })),
  invented: [...invented],
  contradictions: contradictions.map(({ text }) => text),
});

/**
 * Judges a whole draft: checks its sentences against their sources, then applies the safety filter to the rest. A
 * check that throws blocks the draft (failure matrix, "Safety Filters").
 */
export const verifyAnswer = (draft: AnswerToCheck): JudgedDraft => {
  try {
    const checked = checkAnswer(draft);
    if (checked.unsafe !== undefined) return { verdict: 'blocked', because: checked.unsafe };
    const { question, evidence } = draft;
    const filtered = safetyFilter({ text: checked.text, question, evidence });
    if (filtered.verdict === 'block')
      return filtered.because === 'nothing_supported'
        ? { verdict: 'unsupported', struck: checked.struck.length }
        : { verdict: 'blocked', because: filtered.because };
    const madeUp = checked.struck.filter(({ because }) => because === notInSources).length;
    // Excerpts say more than replacements of which some stand for made-up sentences, and none is proven beside them.
    const isMadeUp = madeUp > 0 && checked.proven === 0 && checked.cited.length > 0;
    // Small models count through the ids, and repeat what is near the question: excerpts are chosen for it.
    if (isMadeUp || (checked.worded === 0 && !checked.isOnTopic))
      return { verdict: 'unsupported', struck: checked.struck.length };
    return {
      verdict: 'shown',
      text: checked.text.trim(),
      cited: checked.cited,
      checks: checksOf(checked),
      warnings: [...checked.warnings, ...checked.contradictions.map(({ text }) => text)],
      madeUp,
    };
  } catch {
    return { verdict: 'blocked', because: 'check_failed' };
  }
};
