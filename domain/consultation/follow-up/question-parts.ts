import { type ConceptMatch, matchConcepts, withoutNested } from '../../language/concept-matcher.ts';
import { isGenericWord } from '../../language/generic-words.ts';
import { stem } from '../../language/stem.ts';
import { stopWords } from '../../language/stop-words.ts';
import type { ConceptKind } from '../../language/terminology/table-rows.ts';
import { tokenize } from '../../language/tokenize.ts';
import { interpretQuery } from '../../retrieval/query/interpret-query.ts';
import { normalizeQuery } from '../../retrieval/query/normalize-query.ts';
import type { QueryInterpretation } from '../../retrieval/query/query-interpretation.ts';
import type { QueryVocabulary } from '../../retrieval/query/query-vocabulary.ts';

/** What a word of a question is there for. */
type Role =
  /** What is given or done: a drug, a procedure, a device. */
  | 'thing'
  /** What it is given for or asked about otherwise. */
  | 'condition'
  | 'patients'
  | 'route'
  /** A word that nothing knows the role of: it may be the subject. */
  | 'content'
  /** Says what sort of answer is wanted, how much of it, or nothing. */
  | 'frame';

export type QuestionWord = {
  readonly text: string;
  readonly role: Role;
  /** Preferred name of the concept that the word belongs to. */
  readonly concept?: string;
};

/** A question taken apart. */
export type QuestionParts = {
  /** As typed, without superfluous blanks. */
  readonly typed: string;
  /** As it is searched: corrected and expanded. */
  readonly words: readonly QuestionWord[];
  readonly interpretation: QueryInterpretation;
};

const roles: Readonly<Record<ConceptKind, Role>> = {
  drug: 'thing',
  procedure: 'thing',
  equipment: 'thing',
  condition: 'condition',
  finding: 'condition',
  operations: 'condition',
  population: 'patients',
  route: 'route',
};

/** What is measured of a patient. */
export const vitalSigns: ReadonlySet<string> = new Set([
  'blood pressure',
  'mean arterial pressure',
  'heart rate',
  'respiratory rate',
  'oxygen saturation',
  'temperature',
  'vital signs',
]);

/** Concepts that are asked of something rather than about: of a drug its contraindications, of a patient the pressure. */
const framing: ReadonlySet<string> = new Set([
  'contraindication',
  'side effect',
  'weight',
  'medication administration',
  ...vitalSigns,
]);

/** Words by which a question is put, beside those that are generic in every question. */
const frameWords: ReadonlySet<string> = new Set(
  `limit cutoff threshold minimum min least often frequent frequency interval repeat redose again second third
  response respond work worked fail failed effect effective improve better worse change stop start hold continue
  contraindicated indicated indication alternative alternatively instead next else same different another less higher
  lower low high lowest highest route long fast slow slowly speed rate quick quickly push bolus infusion drip mix dilute
  dilution concentration prep volume safe avoid transport hospital wait minute min hour range between without only
  older younger under over above below size onset duration peak exclusion inclusion fastest preferred given setting gauge
  really please thanks thank sure though still yet ever exactly actually like say one thing make go going happen
  pt patient person someone people guy lady male female age yes need needed help far soon early late weight based`
    .split(/\s+/)
    .map(stem),
);

/** Asked of a case that is known ("where do I take him") as often as about. */
const framingWhenAlone: ReadonlySet<string> = new Set(['patient destination', 'base hospital contact']);
const ofThisCase = /\b(?:where|which hospital|do (?:i|we) (?:need|have)|should (?:i|we))\b/i;
/** "The second shock" is a defibrillation's, not a state of the circulation. */
const ordinal = /^(?:first|second|third|next|subsequent|another|initial|1st|2nd|3rd)$/;

const roleOf = (matches: readonly ConceptMatch[]): Pick<QuestionWord, 'role' | 'concept'> | undefined => {
  const [match] = matches;
  if (!match) return undefined;
  const { name, kind } = match.concept;
  return framing.has(name) ? { role: 'frame', concept: name } : { role: roles[kind], concept: name };
};

/** Whether a word says how a question is put, and nothing of what it is about. */
export const isFrameWord = (word: string): boolean =>
  stopWords.has(word) || isGenericWord(stem(word)) || frameWords.has(stem(word)) || !/^\p{L}{2}/u.test(word);

/** Takes a question apart into what it is about and how it is put. */
export const questionParts = (question: string, vocabulary: QueryVocabulary): QuestionParts => {
  const interpretation = interpretQuery(question, vocabulary);
  const tokens = tokenize(interpretation.searchedFor);
  const all = matchConcepts(
    tokens,
    tokens.map(({ text }) => stem(text)),
    true,
  );
  const matches = withoutNested(all);
  const words = tokens.map(({ text }, at): QuestionWord => {
    const named = roleOf(matches.filter(({ start, length }) => start <= at && at < start + length));
    if (named?.concept === 'shock' && ordinal.test(tokens[at - 1]?.text ?? ''))
      return { text, role: 'frame' };
    return { text, ...(named ?? { role: isFrameWord(text) ? 'frame' : 'content' }) };
  });
  const typed = normalizeQuery(question);
  const isAlone = words.every(
    ({ role, concept }) => role === 'frame' || (concept !== undefined && framingWhenAlone.has(concept)),
  );
  return {
    typed,
    words:
      isAlone && ofThisCase.test(typed) ? words.map((word) => ({ ...word, role: 'frame' as const })) : words,
    interpretation,
  };
};
