import type { AnswerEvidence } from './answer-evidence.ts';
import type { SafetyVerdict } from './keyword-filter.ts';
import { containsOrderedWords, orderedWords } from './ordered-words.ts';
import { plainCharacters } from './plain-characters.ts';
import { unsafeReason } from './unsafe-reason.ts';

/** An answer ready to be shown, with its question and evidence. */
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
 * Checks a whole answer before it is shown, after its sentences were checked individually: blocks one that obeys
 * orders in its sources or question, has no support in any source, encourages harm or reveals the model's
 * instructions. The caller treats a failure of the filter itself as a block.
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
