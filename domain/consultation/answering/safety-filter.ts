import type { AnswerEvidence } from './answer-evidence.ts';
import type { SafetyVerdict } from './keyword-filter.ts';
import { containsOrderedWords, orderedWords } from './ordered-words.ts';
import { plainCharacters } from './plain-characters.ts';
import { unsafeReason } from './unsafe-reason.ts';

/** An answer as it would be shown, with what it was asked from. */
export type AnswerToFilter = {
  readonly text: string;
  readonly question: string;
  readonly evidence: readonly AnswerEvidence[];
};

const leaksFence = /^(?:[QPC]|\d{1,3})\| /m;

const bracketed = /\[[^\]\d][^\]]{0,200}\]/g;
const saysNothing =
  /\b(?:sources?|evidence|documents?|excerpts?)\b[^.]{0,80}\b(?:do(?:es)? not|don['’]t|doesn['’]t|no|nothing|neither|none)\b|\b(?:no|none|nothing|neither)\b[^.]{0,40}\b(?:sources?|evidence|documents?|excerpts?)\b/i;

/**
 * The last look at an answer before it is shown as a whole, after its sentences were checked one by one: whether it obeys
 * orders that are in its sources or its question, gives nothing that a source supports, encourages harm or reveals what a
 * model was instructed. A caller treats a failure of the filter itself as a block.
 */
export const safetyFilter = ({ text, question, evidence }: AnswerToFilter): SafetyVerdict => {
  const plain = plainCharacters(text);
  const own = unsafeReason(plain);
  if (own !== undefined) return { verdict: 'block', because: own };
  if (leaksFence.test(plain)) return { verdict: 'block', because: 'prompt_leaked' };
  const ordered = [question, ...evidence.map((one) => one.text)].flatMap((one) =>
    orderedWords(plainCharacters(one)),
  );
  if (containsOrderedWords(plain, ordered)) return { verdict: 'block', because: 'injection_obeyed' };
  const said = plain.replace(bracketed, ' ');
  const isEmpty = !/\p{L}{3}/u.test(said.replace(/\[\d{1,3}\]/g, ' '));
  const isCited = /\[\d{1,3}\]/.test(said);
  if (isEmpty || (!isCited && !saysNothing.test(said)))
    return { verdict: 'block', because: 'nothing_supported' };
  return { verdict: 'pass' };
};
