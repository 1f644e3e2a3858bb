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

/** The role of a word in a question. */
type Role =
  /** A treatment: a drug, a procedure, a device. */
  | 'thing'
  /** The condition treated, or another subject. */
  | 'condition'
  | 'patients'
  | 'route'
  /** A word without a known role: it may be the subject. */
  | 'content'
  /** A word about the kind or amount of the answer, or without meaning. */
  | 'frame';

export type QuestionWord = {
  readonly text: string;
  readonly role: Role;
  /** Preferred name of the word's concept. */
  readonly concept?: string;
};

/** A parsed question. */
export type QuestionParts = {
  /** The typed question, without extra spaces. */
  readonly typed: string;
  /** The searched words: corrected and expanded. */
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

/** Measurements of a patient. */
export const vitalSigns: ReadonlySet<string> = new Set([
  'blood pressure',
  'mean arterial pressure',
  'heart rate',
  'respiratory rate',
  'oxygen saturation',
  'temperature',
  'vital signs',
]);

/**
 * Concepts that are an attribute of the subject rather than the subject: the contraindications of a drug, the
 * pressure of a patient.
 */
const framing: ReadonlySet<string> = new Set([
  'contraindication',
  'side effect',
  'weight',
  'medication administration',
  ...vitalSigns,
]);

/** Words of the question form, in addition to those generic in every question. */
const frameWords: ReadonlySet<string> = new Set(
  `limit cutoff threshold minimum min least often frequent frequency interval repeat redose again second third
  response respond work worked fail failed effect effective improve better worse change stop start hold continue
  contraindicated indicated indication alternative alternatively instead next else same different another less higher
  lower low high lowest highest route long fast slow slowly speed rate quick quickly push bolus infusion drip mix dilute
  dilution concentration prep volume safe avoid transport hospital wait minute min hour range between without only
  older younger under over above below size onset duration peak exclusion inclusion fastest preferred given setting gauge
  really please thanks thank sure though still yet ever exactly actually like say one thing make go going happen
  must shall cannot ought single each starting loading maintenance initial once twice daily missed miss forgot
  forgotten forget skipped morning evening tonight yesterday today
  pt patient person someone people guy lady male female age yes need needed help far soon early late weight based`
    .split(/\s+/)
    .map(stem),
);

/** Asked about a known case ("where do I take him") as often as in general. */
const framingWhenAlone: ReadonlySet<string> = new Set(['patient destination', 'base hospital contact']);
const ofThisCase = /\b(?:where|which hospital|do (?:i|we) (?:need|have)|should (?:i|we))\b/i;
/** "The second shock" is a defibrillation, not a state of the circulation. */
const ordinal = /^(?:first|second|third|next|subsequent|another|initial|1st|2nd|3rd)$/;

const roleOf = (matches: readonly ConceptMatch[]): Pick<QuestionWord, 'role' | 'concept'> | undefined => {
  const [match] = matches;
  if (!match) return undefined;
  const { name, kind } = match.concept;
  return framing.has(name) ? { role: 'frame', concept: name } : { role: roles[kind], concept: name };
};

/** Whether a word belongs to the form of a question, not to its subject. */
export const isFrameWord = (word: string): boolean =>
  stopWords.has(word) || isGenericWord(stem(word)) || frameWords.has(stem(word)) || !/^\p{L}{2}/u.test(word);

/** Parses a question into its subject and its form. */
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
