import { namesDose } from '../../clinical-text/names-dose.ts';
import { weakMemoize } from '../../kernel/weak-memoize.ts';
import type { Passage } from '../passage.ts';
import type { QuestionKind } from '../query/question-kind.ts';

type Written = Pick<Passage, 'text'>;

const isFound = (pattern: RegExp) => weakMemoize(({ text }: Written): number => (pattern.test(text) ? 1 : 0));

const steps = /^[^\S\r\n\u2028\u2029]*(?:\d{1,2}[.)]|[a-z][.)]|[•▪◦-])\s+\S/gim;

/** How far a text has the form of answers of a kind, 0 to 1; a kind without a typical form gives 0. */
const forms: Partial<Readonly<Record<QuestionKind, (passage: Written) => number>>> = {
  dose: weakMemoize(({ text }: Written): number => (namesDose(text) ? 1 : 0)),
  monitoring: isFound(
    /\bmonitor|\bre-?check|\bre-?assess|\bevery \d|\bhourly\b|\bdaily\b|\bweekly\b|\bmonthly\b|\bq\d{1,2}\b/i,
  ),
  threshold: isFound(
    /[<>≤≥]\s?\d|\b(?:less|more|greater|lower|higher) than\b|\bat least\b|\bcriteria\b|\bscore\b|\bor (?:more|above|below)\b/i,
  ),
  contraindication: isFound(
    /contra-?indicat|\bdo not\b|\bavoid\b|\bcaution|\bshould not\b|\bmust not\b|\bnot recommended\b|\bunless\b|\bwithhold\b/i,
  ),
  interaction: isFound(/\binteract|\bconcomitant|\bco-?administ|\binhibitors?\b|\binducers?\b|\bcombin/i),
  harm: isFound(/\badverse\b|\bside effects?\b|\breactions?\b|\brisk of\b/i),
  supply: isFound(/\bstor(?:e|age)\b|\bdilut|\breconstitut|\bmix\b|\bvials?\b/i),
  procedure: weakMemoize(({ text }: Written): number => Math.min(1, (text.match(steps)?.length ?? 0) / 3)),
};

/** How far a passage has the form of answers to this kind of question, 0 to 1. */
export const answerForm = (kind: QuestionKind, passage: Passage): number => forms[kind]?.(passage) ?? 0;
