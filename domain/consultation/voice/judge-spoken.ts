import { isAdministrative } from '../answering/alignment/closed-forms.ts';
import type { AnswerGrounds } from '../answering/answer-grounds.ts';
import { checkAnswer } from '../answering/check-answer.ts';
import { contextPrepended, continuationAppended } from '../answering/composition.ts';

/** The verdict on an utterance of the model. */
export type SpokenVerdict =
  | { readonly verdict: 'played' }
  | { readonly verdict: 'held_back'; readonly because: 'unsupported' | 'unsafe' | 'check_failed' };

/**
 * Judges an utterance against the tool results of its session, as a written answer is judged against its evidence
 * (`checkAnswer`). Speech can neither replace nor complete a sentence: an utterance with any sentence not proven
 * verbatim is not played at all. Talk about calendars alone is not clinical.
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
