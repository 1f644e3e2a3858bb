import { agesIn } from '../../clinical-text/patient-ages.ts';
import { namesPatients } from '../../retrieval/query/query-population.ts';
import type { QueryVocabulary } from '../../retrieval/query/query-vocabulary.ts';
import { expectedAnswers } from './asks-for.ts';
import { type QuestionParts, type QuestionWord, questionParts, vitalSigns } from './question-parts.ts';

/** The reading of a question within its conversation. */
export type FollowUp =
  /** The question is complete and is searched as it is. */
  | { readonly kind: 'standalone' }
  /** The question depends on an earlier one and is searched together with that subject. */
  | { readonly kind: 'dependent'; readonly readAs: string }
  /** The question refers back, but its referent is unclear; the candidates, if any. */
  | { readonly kind: 'unclear'; readonly couldMean: readonly string[] };

/** Number of earlier questions considered. */
export const MAX_QUESTIONS_BEFORE = 5;
/** Up to this many characters, a question is carried over as typed; of a longer one, only its subject. */
const maxTyped = 160;
/** Maximum number of words carried over from a question. */
const maxCarried = 24;

/** Filler words before a question. */
const fillers =
  /^(?:(?:ok(?:ay)?|so|well|thanks|thank you|alright|right|hmm+|um+|great|got it|cool|good)\b[\s,.!]*)+/i;
/** A beginning that continues the previous question. */
const goesOn =
  /^(?:and|or|but|also|plus|then|what about|how about|how bout|what abt|same for|same with|what if|and if)\b/i;
const goingOn =
  /^(?:(?:and|or|but|also|plus|then|what about|how about|how bout|what abt|same (?:for|with))\b[\s,]*)+/i;
/** A supposition about the same case, which replaces nothing. */
const supposes = /^(?:and |but |or )?(?:what )?if\b/i;
const inPlaceOf = /\binstead\b(?! of\b)/i;
/** A pronoun for something named earlier. "Is it ok to" and "it takes" refer to nothing. */
const anaphorPattern =
  /\b(?:give|gave|giving|use|using|repeat|push|administer|mix|dilute|run|hold|stop|titrate|restart|redose|do|take|get|of|after|before|than|about|does|did|will|can|should|would|may|if|when is|why is) (?:it|that|those|these|them)\b(?! (?:a|an|the|patients?|pts?|takes?)\b)|\bis (?:it|that) (?:contraindicated|indicated|safe|ok|okay|allowed) (?:in|with|for|if|during|after|when)\b/i;

const has = (words: readonly QuestionWord[], ...roles: readonly QuestionWord['role'][]): boolean =>
  words.some(({ role }) => roles.includes(role));

/** Roles of words that name the subject of a question. */
const subjects = ['thing', 'condition', 'content'] as const;

/** Whether the same question names something before the pronoun for it. */
const namedBefore = (parts: QuestionParts, at: number, vocabulary: QueryVocabulary): boolean =>
  has(questionParts(parts.typed.slice(0, at), vocabulary).words, ...subjects);

/** Vital signs are the subject if the question names the patient: "lowest systolic pressure at 6 months". */
const asksVitalSign = (parts: QuestionParts): boolean =>
  namesPatient(parts) &&
  !goesOn.test(parts.typed.replace(fillers, '')) &&
  parts.words.some(({ concept }) => concept !== undefined && vitalSigns.has(concept));

/** Whether a question has no subject without an earlier one. */
const dependsOnEarlier = (parts: QuestionParts, vocabulary: QueryVocabulary): boolean => {
  const { words, interpretation } = parts;
  if (interpretation.protocolNumbers.length > 0 || words.length === 0) return false;
  if (!has(words, ...subjects)) return !asksVitalSign(parts);
  if (has(words, 'thing') && has(words, 'condition')) return false;
  const asked = parts.typed.replace(fillers, '');
  const isOfWork = words.some(
    ({ concept }) => concept === 'refusal of care' || concept === 'do not resuscitate',
  );
  if ((goesOn.test(asked) || inPlaceOf.test(asked)) && !isOfWork) return true;
  const anaphor = anaphorPattern.exec(parts.typed);
  return anaphor !== null && !namedBefore(parts, anaphor.index, vocabulary);
};

/** Whether a question asks for an amount or a limit, so that an answer about something else would be harmful. */
const asksForNumber = ({ typed }: QuestionParts): boolean => {
  const wanted = expectedAnswers(typed.toLowerCase());
  return wanted.has('amount') || wanted.has('permission');
};

/** Words before a drug that the patient has already had. */
const had = /^(?:took|takes|taken|taking|on|with|after|viagra|prescribed|swallowed|ingested)$/;

/** The concepts to give or do in a question, in order, without those that the patient has already had. */
const thingsOf = ({ words }: QuestionParts): readonly string[] => [
  ...new Set(
    words.flatMap(({ role, concept }, at) =>
      role === 'thing' && concept !== undefined && !had.test(words[at - 1]?.text ?? '') ? [concept] : [],
    ),
  ),
];

const textOf = (words: readonly QuestionWord[]): string =>
  words
    .slice(0, maxCarried)
    .map(({ text }) => text)
    .join(' ');

const age =
  /\b\d{1,3}(?:\.\d)?[ -]?(?:y\/?o|yrs?|years?|months?|mos?|weeks?|wks?|days?)\b(?:[ -]?old\b)?|\b(?:year|month|week|day)s? old\b/gi;
const weight = /\b\d{1,3}(?:\.\d{1,2})?[ -]?(?:kgs?|lbs?|kilos?|pounds?)\b/gi;

const withoutPatient = (text: string): string =>
  text.replace(age, ' ').replace(weight, ' ').replace(/\s+/g, ' ').trim();

const withoutBlanks = (text: string): string => text.replace(/[\s-]+/g, '').toLowerCase();

/** The age and weight of a question that its reworded text omits: the patient stays the same whatever else is asked. */
const patientLeftOut = (typed: string, text: string): readonly string[] =>
  [...(typed.match(age) ?? []), ...(typed.match(weight) ?? [])].filter(
    (one) => !withoutBlanks(text).includes(withoutBlanks(one)),
  );

const namesRoute = ({ words }: QuestionParts): boolean => has(words, 'route');
const namesPatient = ({ typed, interpretation, words }: QuestionParts): boolean =>
  has(words, 'patients') ||
  interpretation.entities.weights.length > 0 ||
  namesPatients(typed.toLowerCase(), agesIn(typed));

/** Removes trailing punctuation and spaces from a question. */
const withoutEnd = (text: string): string => {
  let end = text.length;
  while (end > 0 && ' ?.!,;:'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(0, end);
};

/** Removes the words that mark a question as a continuation. */
const withoutCues = (typed: string): string =>
  withoutEnd(typed.replace(fillers, '').replace(goingOn, '')).trim();

const joined = (carried: string, asked: string): string =>
  [carried, asked].filter((part) => part !== '').join(', ');

/** Removes from the earlier question what this one replaces: the patient, the route, the drug or the condition. */
const carriedOf = (
  base: QuestionParts,
  parts: QuestionParts,
  replaced: ReadonlySet<QuestionWord['role']>,
): string => {
  const wanted = expectedAnswers(parts.typed.toLowerCase());
  const before = expectedAnswers(base.typed.toLowerCase());
  const wantsElse = wanted.size > 0 && [...wanted].every((one) => !before.has(one));
  const keepsFrame = !wantsElse && !(replaced.has('thing') && thingsOf(base).length > 1);
  const typedAsItWas = replaced.size === 0 && !wantsElse && base.typed.length <= maxTyped;
  if (typedAsItWas) return withoutEnd(base.typed);
  const kept = base.words.filter(
    ({ role }) => !replaced.has(role) && (role !== 'frame' || (keepsFrame && base.typed.length <= maxTyped)),
  );
  const text = textOf(kept);
  if (replaced.has('patients')) return withoutPatient(text);
  return [text, ...patientLeftOut(base.typed, text)].filter((part) => part !== '').join(' ');
};

/** Replaces the thing named in the earlier question with the one named now. */
const swapped = (base: QuestionParts, named: string): string => {
  let isPut = false;
  const words = base.words.flatMap((word, at): readonly QuestionWord[] => {
    if (word.role !== 'thing' || had.test(base.words[at - 1]?.text ?? '')) return [word];
    if (base.words[at - 1]?.concept === word.concept) return [];
    const put = isPut ? [] : [{ ...word, text: named }];
    isPut = true;
    return put;
  });
  return textOf(words);
};

const joinFollowUp = (base: QuestionParts, parts: QuestionParts): FollowUp => {
  const asked = withoutCues(parts.typed);
  const things = thingsOf(parts);
  const before = thingsOf(base);
  if (!has([...base.words, ...parts.words], ...subjects) && (asksForNumber(parts) || asksForNumber(base)))
    return { kind: 'unclear', couldMean: [] };
  const wantsNothingElse = expectedAnswers(parts.typed.toLowerCase()).size === 0;
  const addsOnly =
    supposes.test(parts.typed.replace(fillers, '')) ||
    (anaphorPattern.test(parts.typed) && things.length > 0);
  if (things.length === 0 && before.length > 1 && asksForNumber(parts))
    return { kind: 'unclear', couldMean: before };
  if (
    things.length === 1 &&
    before.length === 1 &&
    wantsNothingElse &&
    !addsOnly &&
    base.typed.length <= maxTyped
  ) {
    const [named = ''] = things;
    const swappedIn = swapped(base, named);
    const rest = parts.words.filter(({ role }) => role === 'patients' || role === 'route');
    return { kind: 'dependent', readAs: joined(swappedIn, textOf(rest)) };
  }
  const replaced = new Set<QuestionWord['role']>();
  if (things.length > 0 && !addsOnly) replaced.add('thing');
  if (
    has(parts.words, 'condition') &&
    things.length === 0 &&
    !addsOnly &&
    goesOn.test(asked === '' ? '' : parts.typed.replace(fillers, ''))
  )
    replaced.add('condition');
  if (namesPatient(parts)) replaced.add('patients');
  if (namesRoute(parts)) replaced.add('route');
  const readAs = joined(carriedOf(base, parts, replaced), asked);
  return readAs === asked ? { kind: 'unclear', couldMean: [] } : { kind: 'dependent', readAs };
};

/** Whether a question's change to the earlier one also applies to later questions. */
const changesSubject = (parts: QuestionParts): boolean =>
  has(parts.words, ...subjects) || namesPatient(parts) || namesRoute(parts);

const courtesy =
  /^[\s\p{P}]*(?:(?:ok(?:ay)?|thanks?|thank you|thx|ty|great|got it|cool|perfect|yes|no|hello|hi|hey|bye|good)[\s\p{P}]*)+$/iu;

/** Returns the question, derived from the last ones, oldest first, to which the next one may refer. */
const baseOf = (before: readonly string[], vocabulary: QueryVocabulary): QuestionParts | undefined => {
  let base: QuestionParts | undefined;
  for (const question of before.slice(-MAX_QUESTIONS_BEFORE)) {
    if (courtesy.test(question)) continue;
    const parts = questionParts(question, vocabulary);
    if (!base || !dependsOnEarlier(parts, vocabulary)) base = parts;
    else if (changesSubject(parts)) {
      const read = joinFollowUp(base, parts);
      if (read.kind === 'dependent') base = questionParts(read.readAs, vocabulary);
    }
  }
  return base;
};

/**
 * Decides how a question is read after the earlier ones of its conversation. One that names a drug, a condition, a
 * protocol number or another possible subject is standalone and never changed, unless it is a continuation ("what
 * about", "instead", "give it"). A dependent one takes over the subject of the last standalone question; a drug, a
 * condition, a route or a patient that it names replaces the earlier one. A question for a number that could refer to
 * several drugs, or to none, is unclear: it must not be answered with the number of another drug.
 *
 * @param before the earlier questions of the conversation, oldest first
 */
export const readFollowUp = (
  question: string,
  before: readonly string[],
  vocabulary: QueryVocabulary,
): FollowUp => {
  if (courtesy.test(question)) return { kind: 'standalone' };
  const parts = questionParts(question, vocabulary);
  if (!dependsOnEarlier(parts, vocabulary)) return { kind: 'standalone' };
  const base = baseOf(before, vocabulary);
  if (base) return joinFollowUp(base, parts);
  const isBare = !has(parts.words, ...subjects);
  const isOfMore =
    asksForNumber(parts) ||
    namesRoute(parts) ||
    namesPatient(parts) ||
    goesOn.test(parts.typed.replace(fillers, ''));
  return isBare && isOfMore ? { kind: 'unclear', couldMean: [] } : { kind: 'standalone' };
};
