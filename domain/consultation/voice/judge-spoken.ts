import { isAdministrative } from '../answering/alignment/closed-forms.ts';
import type { AnswerGrounds } from '../answering/answer-grounds.ts';
import { checkAnswer } from '../answering/check-answer.ts';
import { contextPrepended, continuationAppended } from '../answering/composition.ts';

/** Whether what a model said may be heard. */
export type SpokenVerdict =
  | { readonly verdict: 'played' }
  | { readonly verdict: 'held_back'; readonly because: 'unsupported' | 'unsafe' | 'check_failed' };

/**
 * Judges what a model is about to say, by the results of the tools of its session, as a written answer is judged by its
 * evidence (`checkAnswer`). A voice can neither replace a sentence nor complete it: an utterance with one that is not
 * proven as it is said is not played at all. What speaks of calendars alone is no matter of medicine.
 */
export const judgeSpoken = (said: AnswerGrounds & { readonly text: string }): SpokenVerdict => {
  try {
    const { unsafe, struck, marked } = checkAnswer(said);
    if (unsafe !== undefined) return { verdict: 'held_back', because: 'unsafe' };
    const isIncomplete = marked.some(
      ({ because }) => because === contextPrepended || because === continuationAppended,
    );
    return isIncomplete || struck.some(({ sentence }) => !isAdministrative(sentence))
      ? { verdict: 'held_back', because: 'unsupported' }
      : { verdict: 'played' };
  } catch {
    return { verdict: 'held_back', because: 'check_failed' };
  }
};
