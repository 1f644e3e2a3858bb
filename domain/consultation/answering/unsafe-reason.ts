import { addressesModel } from './addresses-model.ts';
import { keywordFilter } from './keyword-filter.ts';
import { promptRules } from './prompt-rules.ts';
import type { SafetyReason } from './safety-reason.ts';

/** This many consecutive words from the rules are not a coincidence. */
const wordsInARow = 8;

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const runsOf = (words: readonly string[]): readonly string[] =>
  words
    .slice(0, Math.max(0, words.length - wordsInARow + 1))
    .map((_, at) => words.slice(at, at + wordsInARow).join(' '));

const rulesInRuns: ReadonlySet<string> = new Set(
  runsOf(wordsOf(`${promptRules(false)}\n${promptRules(true)}`)),
);

/**
 * Returns why a text by itself is not an answer for a clinician: it encourages harm, reveals the rules, or gives or
 * obeys orders to a model.
 */
export const unsafeReason = (text: string): SafetyReason | undefined => {
  const byWords = keywordFilter(text);
  if (byWords.verdict === 'block') return byWords.because;
  if (runsOf(wordsOf(text)).some((run) => rulesInRuns.has(run))) return 'prompt_leaked';
  return text.split('\n').some((line) => addressesModel(line)) ? 'injection_obeyed' : undefined;
};
