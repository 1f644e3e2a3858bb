import { cannotBeCompared } from './cannot-be-compared.ts';
import type { EvidenceIndex } from './evidence-index.ts';
import { judgeSentence, type Verdict } from './judge-sentence.ts';
import type { AnswerUnit } from './parse-unit.ts';
import type { QuestionFacts } from './question-facts.ts';
import { type SafetyReason, safetyReasons } from './safety-reason.ts';
import type { CarriedContext } from './support-of-number.ts';

const markup =
  /<\/?[a-z!?][^>]{0,400}>?|!\[|\]\(|:\/\/|(?<![\w/])\/\/[a-z0-9]|\bhttps?:|\bwww\.|\b(?:javascript|vbscript|mailto|ftp|file|blob|sms):(?=\S)|\bdata:[a-z]|<\||\|>|\b[a-z0-9]{2,63}\.(?:com|net|org|io|ru|cn|info|xyz)\b|\b[a-z0-9-]{2,63}\.[a-z]{2,24}\/[a-z0-9]/i;
/** Links and tags of the evidence may be repeated as text; what a browser would load or run may not. */
const active = /<\/?[a-z!?]|!\[|\]\(|(?:java|vb)script:|data:[a-z]|<\||\|>/i;

const holdsMarkup = (claim: string, evidence: readonly { readonly written: string }[]): boolean => {
  if (!markup.test(claim)) return false;
  if (active.test(claim)) return true;
  const links = claim
    .toLowerCase()
    .split(/[\s()<>"'“”,;]/)
    .filter((word) => markup.test(word))
    .map((word) => (/[.:]$/.test(word) ? word.slice(0, -1) : word));
  return links.some((link) => !evidence.some(({ written }) => written.includes(link)));
};

/** Whether a citation is written as a link, or as where one leads: `[1](//…)`, `[1]: //…`. A front end may load either. */
const linksCitation = ({ body, marks }: AnswerUnit): boolean =>
  marks.some(
    ({ start, end }) => body[end] === '(' || (body[end] === ':' && body.slice(0, start).trim() === ''),
  );

type UnitContext = {
  readonly carried: CarriedContext;
  /** Whether what introduces the list or the table was struck. */
  readonly isIntroductionStruck: boolean;
  /** Why nothing is shown from here on. */
  readonly unsafe: SafetyReason | undefined;
  readonly known: QuestionFacts;
  readonly index: EvidenceIndex;
};

/** First what is not shown whatever the sources say, then what they say. */
export const judgeUnit = (
  unit: AnswerUnit,
  { carried, isIntroductionStruck, unsafe, known, index }: UnitContext,
): Verdict => {
  const { claim, own } = unit;
  const struckBecause = (because: string): Verdict => ({ kind: 'struck', because });
  if (unsafe !== undefined) return struckBecause(safetyReasons[unsafe]);
  if (linksCitation(unit)) return struckBecause('it holds a link or markup');
  if (!/[\p{L}\p{N}]/u.test(claim)) return { kind: 'kept', sources: [...own], supports: [] };
  const sources = [...index.evidence.values()];
  if (holdsMarkup(claim, sources)) return struckBecause('it holds a link or markup');
  if (unit.isCrowded) return struckBecause('it has more numbers than can be checked');
  if (cannotBeCompared(claim, sources))
    return struckBecause('it is written so that it cannot be compared with the sources');
  if ((unit.isEntry || unit.isRow) && isIntroductionStruck)
    return struckBecause('what introduces it was struck');
  return judgeSentence({ sentence: unit.statement, carried, known, index }, own);
};
