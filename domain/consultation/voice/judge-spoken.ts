import type { AnswerGrounds } from '../answering/answer-grounds.ts';
import { checkAnswer } from '../answering/check-answer.ts';
import { findNamedThings } from '../answering/named-things.ts';
import { quantitiesIn } from '../answering/quantities.ts';

/** Whether what a model said may be heard. */
export type SpokenVerdict =
  | { readonly verdict: 'played' }
  | { readonly verdict: 'held_back'; readonly because: 'unsupported' | 'unsafe' | 'check_failed' };

/** What scores, their bands and results of a laboratory are recognised by. */
const scoreOrResult =
  /\b(?:scores?|points?|risk|probab\w+|likely|unlikely|low|moderate|intermediate|high|severe|critical\w*|normal|negative|positive|rule[sd]? out|grade|class|stage|zone)\b/i;

/**
 * Amounts with a unit, drugs, and what results of scores and laboratories mean: what harms where it is wrong. A count of
 * meetings or the time of day does not.
 */
const isClinical = (sentence: string): boolean =>
  scoreOrResult.test(sentence) ||
  findNamedThings(sentence).drugs.length > 0 ||
  quantitiesIn(sentence).some(({ unit }) => /[a-z%]/.test(unit));

/**
 * Judges what a model is about to say, by the results of the tools of its session, as a written answer is judged by its
 * evidence (`checkAnswer`). A voice cannot strike a sentence: what holds an unsupported one is not played at all.
 */
export const judgeSpoken = (said: AnswerGrounds & { readonly text: string }): SpokenVerdict => {
  try {
    const { unsafe, struck } = checkAnswer(said);
    if (unsafe !== undefined) return { verdict: 'held_back', because: 'unsafe' };
    return struck.some(({ sentence }) => isClinical(sentence))
      ? { verdict: 'held_back', because: 'unsupported' }
      : { verdict: 'played' };
  } catch {
    return { verdict: 'held_back', because: 'check_failed' };
  }
};
