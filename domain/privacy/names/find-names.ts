import { unitSource } from '../../language/units-of-measure.ts';
import { eponymNouns, givenNames, notNames, surnames } from '../common-names.ts';
import { isCountry } from '../is-country.ts';
import { cityFilter } from './filters.generated.ts';
import { eponymPhrases } from './medical-eponyms.ts';
import {
  closings,
  humanVerbs,
  likelyBeforeName,
  mayPrecedeName,
  nameFields,
  namesOfThings,
  particles,
  personVerbs,
  personWords,
  placePrefixes,
  places,
  relations,
  titles,
  titlesInCapitals,
} from './name-contexts.ts';
import { type NameLikeness, nameLikeness, WORD_ENDING } from './name-likeness.ts';
import { isInflectedWord } from './ordinary-words.ts';
import { readFilter } from './word-filter.ts';
import { type TextWord, wordsOfText } from './words-of-text.ts';

/** The most words of a name: "Maria del Carmen Ruiz y Soto". */
const LONGEST = 6;

/**
 * Evidence for a person's name adds up; from this sum on, the words count as one. By these weights a frequent given
 * name with a capital needs nothing else, a name from the long lists needs a context typical of people, and a word on
 * no list needs a title, a form field or two such contexts.
 */
const ENOUGH = 2;

/** UTF-16 offsets into the text, end exclusive. */
type NameFinding = {
  readonly kind: 'name';
  readonly start: number;
  readonly end: number;
  readonly confidence: number;
};

type Weights = Readonly<Record<NameLikeness, number>>;
const withCapital: Weights = { given: 2, name: 1.5, unknown: 0.5, eponym: 0, ambiguous: 0.3, ordinary: 0 };
/**
 * Weights where capitals mean nothing, as in all-lower-case text: abbreviations and misspellings then look like
 * names.
 */
const withoutCapital: Weights = { given: 1.8, name: 1.4, unknown: 0.4, eponym: 0, ambiguous: 0, ordinary: 0 };
/** For an eponym that is also a frequent surname. */
const FREQUENT_EPONYM = 0.9;
const SMALL_AMONG_CAPITALS = 0.9;
/** For the second word of a name. */
const TOGETHER = 0.7;

const phrases: ReadonlySet<string> = new Set(eponymPhrases);
const cities = readFilter(cityFilter);

type Marked = TextWord & {
  readonly likeness: NameLikeness;
  /** Whether its capital marks it as a name. */
  readonly capital: boolean;
  /** Whether capitals mean something in this text. */
  readonly amongCapitals: boolean;
};

const isInitial = ({ written }: TextWord): boolean => /^\p{Lu}$/u.test(written);

/** The relevant part of the text between two words. */
const gapBetween = (text: string, before: TextWord, next: TextWord): string =>
  text.slice(before.after, Math.min(next.start, before.after + 8));

const FIELD_GAP = /^\s?[:=#?]\s{0,3}$/u;
const TITLE_GAP = /^\.?[^\S\r\n]{1,2}$/u;
const SPACE = /^[^\S\r\n]{1,2}$/u;
const SPACE_OR_LINE = /^\s{1,3}$/u;

/** Zero for O, one for I …: spellings that evade a filter. */
const LEET: Readonly<Record<string, string>> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's' };
const unmasked = (folded: string): string =>
  /^[a-z]+[01345][a-z]+(?:[01345][a-z]*)?$/.test(folded) && folded.length >= 4
    ? folded.replaceAll(/[01345]/g, (digit) => LEET[digit] ?? digit)
    : folded;

/** True when capitals mean nothing in a text, because it is all lower case, all capitals, or in title case. */
const capitalsOf = (words: readonly TextWord[]): 'meaningful' | 'meaningless' => {
  const long = words.filter(({ written }) => written.length > 2);
  if (long.length < 4)
    return long.some(({ letters }) => letters === 'Capital') ? 'meaningful' : 'meaningless';
  const capital = long.filter(({ letters }) => letters === 'Capital').length;
  const lower = long.filter(({ letters }) => letters === 'lower').length;
  return capital === 0 || lower === 0 || capital > 4 * lower ? 'meaningless' : 'meaningful';
};

/** Words that describe the name next to them but are not part of it: "mrs", "pt", "wife", "denies". */
const goesBesideNames = (folded: string): boolean =>
  titles.has(folded) ||
  personWords.has(folded) ||
  relations.has(folded) ||
  mayPrecedeName.has(folded) ||
  humanVerbs.has(folded) ||
  personVerbs.has(folded);

/** "Dr. To", "Mrs Tia Corwin": after a title a capitalized word is a name, whatever else it means. */
const isBehindTitle = (text: string, words: readonly TextWord[], at: number): boolean => {
  const [before, word] = [words[at - 1], words[at]];
  if (before === undefined || word === undefined || !titles.has(before.folded)) return false;
  return !titlesInCapitals.has(before.folded) && TITLE_GAP.test(gapBetween(text, before, word));
};

/** "Mr Will Grant": a capitalized verb after a title, unless it is an abbreviation. */
const isVerbAsName = (text: string, words: readonly TextWord[], at: number, folded: string): boolean =>
  isBehindTitle(text, words, at) &&
  words[at - 1]?.letters === 'Capital' &&
  words[at]?.letters === 'Capital' &&
  !(titles.has(folded) || personWords.has(folded) || relations.has(folded));

/** "patient: dongol, sanjay" */
const isInField = (text: string, words: readonly TextWord[], at: number): boolean => {
  const [before, word] = [words[at - 1], words[at]];
  if (before === undefined || word === undefined || !personWords.has(before.folded)) return false;
  return FIELD_GAP.test(gapBetween(text, before, word));
};

type WordForm = {
  readonly folded: string;
  /** Whether it begins with a capital in a text where capitals mean something. */
  readonly capital: boolean;
  /** Whether the text has words in lower case. */
  readonly hasOtherLetters: boolean;
  readonly isEnglish: boolean;
};

/** "Szöllösy", "Wisława": hardly any English or medical word has such letters, and eponyms are on a separate list. */
const isForeignlySpelled = ({ written, letters }: TextWord): boolean =>
  letters === 'Capital' && /[^ -~’‐‑]/u.test(written);

/** A text with this many lower-case words with such letters is in another language, so they prove nothing. */
const FOREIGN_WORDS = 2;
const isInEnglish = (words: readonly TextWord[]): boolean =>
  words.filter(({ written, letters }) => letters === 'lower' && /[^ -~’‐‑]/u.test(written)).length <
  FOREIGN_WORDS;

const likenessAt = (
  text: string,
  words: readonly TextWord[],
  at: number,
  { folded, capital, hasOtherLetters, isEnglish }: WordForm,
): NameLikeness => {
  const word = words[at];
  if (word === undefined || word.written.length < 2 || word.letters === 'Mixed') return 'ordinary';
  if (goesBesideNames(folded) && !isVerbAsName(text, words, at, folded)) return 'ordinary';
  const listed = nameLikeness(folded);
  // "Ján" is not a month, and "Åsa" is not aspirin.
  const isForeign = isEnglish && isForeignlySpelled(word) && (listed === 'unknown' || listed === 'ordinary');
  const likeness = isForeign ? 'name' : listed;
  // Digits are part of a name only when they disguise it: `J0hn`, not `HbA1c`.
  if (/\d/.test(word.written) && likeness !== 'given' && likeness !== 'name' && !surnames.has(folded))
    return 'ordinary';
  const behindTitle = isBehindTitle(text, words, at) || isInField(text, words, at);
  const mayBeName =
    !notNames.has(folded) || (goesBesideNames(folded) && isVerbAsName(text, words, at, folded));
  if (likeness === 'ordinary' && capital && mayBeName && behindTitle) return 'ambiguous';
  if (capital || behindTitle) return likeness;
  if (likeness === 'unknown' && WORD_ENDING.test(folded)) return 'ordinary';
  if (likeness === 'name' && word.letters !== 'Capital' && isInflectedWord(folded)) return 'ordinary';
  // los, gsp: most words of two or three letters are abbreviations.
  if (likeness === 'name' && folded.length < 4 && !surnames.has(folded)) return 'unknown';
  // ABO, TNK: abbreviations among other words.
  if (word.letters === 'UPPER' && word.written.length <= 4 && hasOtherLetters && likeness !== 'given')
    return 'ordinary';
  return likeness;
};

const mark = (text: string): readonly Marked[] => {
  const words = wordsOfText(text);
  const meaningful = capitalsOf(words) === 'meaningful';
  const isEnglish = isInEnglish(words);
  const hasOtherLetters = words.some(({ letters }) => letters === 'lower');
  return words.map((word, at): Marked => {
    const folded = unmasked(word.folded);
    const capital = meaningful && word.letters === 'Capital';
    const form = { folded, capital, hasOtherLetters, isEnglish };
    return {
      ...word,
      folded,
      capital,
      amongCapitals: meaningful,
      likeness: likenessAt(text, words, at, form),
    };
  });
};

/** An initial before a name belongs to it: "J. Smith". */
const isInitialBefore = (text: string, words: readonly Marked[], from: number): boolean => {
  const [word, before] = [words[from], words[from - 1]];
  if (word === undefined || before === undefined || !isInitial(before)) return false;
  return /^\.\s?$/u.test(gapBetween(text, before, word));
};
const INITIAL = 0.7;

type Run = { readonly from: number; readonly to: number };

/** The words, from one on, that may form a name: in the same script, with particles and initials in between. */
const runFrom = (text: string, words: readonly Marked[], from: number): Run => {
  const first = words[from];
  let to = from;
  if (first === undefined) return { from, to };
  const cue = words[from - 1]?.folded ?? '';
  const introduced = titles.has(cue) || personWords.has(cue) || relations.has(cue);
  for (let next = from + 1; next < words.length && next - from < LONGEST; next += 1) {
    const [before, word] = [words[next - 1], words[next]];
    if (before === undefined || word === undefined || before.possessive) break;
    const gap = gapBetween(text, before, word);
    if (!(SPACE.test(gap) || (isInitial(before) && /^\.\s?$/u.test(gap)))) break;
    if (
      isInitial(word) ||
      (!first.capital && word.letters === 'lower' && word.written.length === 1) ||
      (particles.has(word.folded) && word.letters === 'lower')
    )
      continue;
    // "Ying Ji", "Minh Do": in the middle of a sentence only a name has such a capital.
    const follows = before.likeness === 'given' || before.likeness === 'name';
    const isShortName = word.capital && word.written.length <= (follows ? 3 : 2);
    if ((word.likeness === 'ordinary' && !isShortName) || word.capital !== first.capital) break;
    if (!first.capital && word.letters !== first.letters) break;
    // In lower case, a name that is also a word counts as the word, except for frequent surnames: "mary young".
    if (!first.capital && word.likeness === 'ambiguous' && !surnames.has(word.folded) && !introduced) break;
    to = next;
  }
  return { from, to };
};

const weightOf = ({ likeness, capital, folded, letters, amongCapitals }: Marked): number => {
  // Where other names have capitals, a lower-case word on a list of names is probably foreign vocabulary.
  if (amongCapitals && !capital && likeness === 'name' && !surnames.has(folded)) return SMALL_AMONG_CAPITALS;
  if (likeness === 'eponym') return surnames.has(folded) || givenNames.has(folded) ? FREQUENT_EPONYM : 0;
  // Where every word has a capital, as in a form, a given name still counts as one.
  if (likeness === 'given' && letters === 'Capital') return withCapital.given;
  return (capital ? withCapital : withoutCapital)[likeness];
};

/** After a title or in a name field: any word that is not an ordinary word. */
const CERTAIN = 3;

/** "Kind regards,\nJane Doe" */
const CLOSING_GAP = /^,\s{1,4}$/u;
const CUE_GAP = /^(?:[.,:]?[^\S\r\n]{1,2}|\s?[:=]\s{0,3})$/u;

/** The context before a name. */
const evidenceBefore = (text: string, words: readonly Marked[], { from, to }: Run): number => {
  const [word, before, second] = [words[from], words[from - 1], words[from - 2]];
  if (word === undefined || before === undefined) return 0;
  const gap = gapBetween(text, before, word);
  if (titles.has(before.folded) && TITLE_GAP.test(gap)) {
    if (!titlesInCapitals.has(before.folded)) return CERTAIN;
    const isSurely =
      word.likeness !== 'eponym' && (word.likeness !== 'ambiguous' || surnames.has(word.folded));
    if (isSurely && (gap.startsWith('.') || (before.letters === 'Capital' && word.capital))) return CERTAIN;
  }
  if (closings.has(before.folded) && CLOSING_GAP.test(gap)) return 1.2;
  if (!CUE_GAP.test(gap)) return 0;
  const pair = second === undefined ? '' : `${second.folded} ${before.folded}`;
  // An empty field of a form is followed by the next one: "Name: Date:".
  const isFilledIn = word.likeness !== 'ambiguous' || surnames.has(word.folded) || to > from;
  if (before.folded === 'name' && FIELD_GAP.test(gap) && !namesOfThings.has(second?.folded ?? ''))
    return isFilledIn ? CERTAIN : 0;
  const isNamed = word.capital && SPACE.test(gap) && before.folded === 'name';
  if (nameFields.has(pair)) return isFilledIn || isNamed ? CERTAIN : 0;
  if (personWords.has(before.folded)) {
    if (/^names?d?$/.test(before.folded) || FIELD_GAP.test(gap)) return isFilledIn ? CERTAIN : 0;
    return 1.2;
  }
  if (relations.has(before.folded)) return 1.2;
  if (likelyBeforeName.has(before.folded)) return 0.8;
  if (mayPrecedeName.has(before.folded)) return 0.6;
  return FIELD_GAP.test(gap) ? 0.6 : 0;
};

const AGE =
  /^[\s,;(-]{1,3}(?:\d{1,3}\s?-?\s?(?:y\/?o|y\.o|yrs?|years?|months?|weeks?|days? old|mo\b|kg\b|[mf]\b|male|female)|[mf]\s?\d{1,3}\b|dob\b|mrn\b|ssn\b|born\b|aged?\s)/iu;
/** The context of a name in forms and bills. */
const FIELD_BEHIND =
  /^[\s,;(|-]{1,3}(?:acct|account|policy [a-z#]{0,4}\d|member id|insurance|medicare|medicaid|phone|tel|cell|address|passport|hospital no|id)\b/iu;
const CREDENTIAL =
  /^(?:,?\s(?:RN|MD|PA|PA-C|NP|DO|LVN|LPN|EMT|EMT-P|DDS|PharmD|PhD|CNA|CRNA)|,\s(?:rn|md|emt))\b/u;
const BED = new RegExp(
  String.raw`^,?\s(?:(?:(?:in|at|to|from)\s)?(?:the\s)?(?:bed|room|rm|bay|icu|ed|er|pacu|ward|nicu|picu|ccu|med-surg|tele)\b|in\s\d{2,4}[A-D]?(?![\w%])(?!\s?(?:(?:${unitSource(({ kind }) => kind !== 'count')})(?![\p{L}\d])|patients?|cases?)))`,
  'iu',
);
const LIST_BED = /^,\s/u;

/** The context below a name on a separate line: an address, a telephone, a mailbox. */
const UNDER_NAME =
  /^[^\S\n]{0,2}\r?\n\s{0,4}(?:[>|?*•]{1,4}\s{1,2})?(?:[^\n]{2,50}\r?\n\s{0,4}(?:[>|?*•]{1,4}\s{1,2})?){0,2}?(?:\d{1,6}[A-Za-z]?\s\p{Lu}|\p{Lu}[\p{L}.-]{2,30}\s\d{1,4}\b|P\.? ?O\.? ?Box|(?:USNS|USS|PSC|phone|tel|mobile|cell|fax|e-?mail|address)\b|\+\d|\S{2,40}@)/iu;
const isOwnLine = (text: string, start: number): boolean =>
  /(?:^|\n)[^\S\n>]{0,4}(?:[>|?*•]{1,4}\s{1,2})?$/u.test(text.slice(Math.max(0, start - 6), start));

/** "Aloisia, can you …": the person addressed. */
const ADDRESSED = /^,\s(?:can|could|would|please|do|are|will|have)\s?(?:i|you|we|he|she)?\b/iu;

/** The context after a name. */
const evidenceAfter = (text: string, words: readonly Marked[], { from, to }: Run): number => {
  const [first, last, next, second] = [words[from], words[to], words[to + 1], words[to + 2]];
  if (first === undefined || last === undefined) return 0;
  if (to > from && UNDER_NAME.test(text.slice(last.after, last.after + 160)) && isOwnLine(text, first.start))
    return 1.5;
  const rest = text.slice(last.after, last.after + 24);
  if (CREDENTIAL.test(rest)) return 2;
  if (AGE.test(rest) || BED.test(rest) || FIELD_BEHIND.test(rest)) return 1.5;
  if (next === undefined) return 0;
  const gap = gapBetween(text, last, next);
  if (from === 0 && ADDRESSED.test(rest)) return 1;
  if (LIST_BED.test(gap) && places.has(next.folded)) return 1.5;
  if (SPACE_OR_LINE.test(gap)) {
    if (eponymNouns.has(next.folded)) return -4;
    if (humanVerbs.has(next.folded)) return 1.6;
    if (personVerbs.has(next.folded)) return 1;
    if (next.folded === 'and' && second !== undefined && relations.has(second.folded)) return 1.2;
    if (next.folded === 'in' && second !== undefined && places.has(second.folded)) return 1.5;
  }
  // Further capitals up to a noun that shows what is named after the person: "Martin Luther | King Hospital".
  if (next.capital && second !== undefined && eponymNouns.has(second.folded)) return -4;
  if (last.possessive && relations.has(next.folded)) return 1.5;
  return 0;
};

/** "Loma Linda", "Santa Monica", "New York": not a person in any context. */
const isPlace = (words: readonly Marked[], { from, to }: Run): boolean => {
  const [before, first] = [words[from - 1], words[from]];
  if (before !== undefined && placePrefixes.has(before.folded) && before.letters !== 'lower') return true;
  if (to === from) return false;
  if (first !== undefined && placePrefixes.has(first.folded) && first.likeness !== 'given') return true;
  return cities.has(
    words
      .slice(from, to + 1)
      .map(({ folded }) => folded)
      .join(' '),
  );
};

/** Words that precede a country, and seldom a person. */
const beforePlaces: ReadonlySet<string> = new Set(
  'in from to of near visit visited visiting travel traveling travelling leaving left through across outside republic'.split(
    ' ',
  ),
);

/**
 * "France"; "in Jordan", but not "Jordan has a fever": a country name that is also a given name is a country only
 * after a preposition.
 */
const isLand = (words: readonly Marked[], { from, to }: Run): boolean => {
  const named = words.slice(from, to + 1);
  if (!isCountry(named.map(({ written }) => written).join(' '))) return false;
  const isPersons = named.some(({ folded }) => givenNames.has(folded) || surnames.has(folded));
  return !isPersons || beforePlaces.has(words[from - 1]?.folded ?? '');
};

/** A town with a person's name: "Edmond", "Dubois". */
const TOWN = -1;

const isPhrase = (words: readonly Marked[], { from, to }: Run): boolean =>
  phrases.has(
    words
      .slice(from, to + 1)
      .map(({ folded }) => folded)
      .join(' '),
  );

/** The evidence that words are a name; 0 if it is below `ENOUGH`, or other evidence rules the name out. */
const evidenceFor = (text: string, words: readonly Marked[], run: Run): number => {
  const named = words
    .slice(run.from, run.to + 1)
    .filter((word) => !isInitial(word) && !(particles.has(word.folded) && word.letters === 'lower'));
  const own = named.reduce((sum, word) => sum + weightOf(word), 0);
  const eponymsAlone = named.every(({ likeness }) => likeness === 'eponym');
  const isOne = named.length === 1;
  // Two words on no list belong together only if both have capitals.
  const likely = named.filter(
    ({ likeness, capital, folded }) =>
      likeness === 'given' ||
      likeness === 'name' ||
      surnames.has(folded) ||
      (capital && likeness !== 'ambiguous'),
  ).length;
  const together = !isOne && !eponymsAlone && likely > 1 ? TOGETHER : 0;
  const town =
    isOne && named.some(({ folded, likeness }) => likeness !== 'given' && cities.has(folded)) ? TOWN : 0;
  const initial = isInitialBefore(text, words, run.from) ? INITIAL : 0;
  const before = evidenceBefore(text, words, run);
  const isCertain = before >= CERTAIN;
  if (!isCertain && (isPhrase(words, run) || isPlace(words, run) || isLand(words, run))) return 0;
  const after = evidenceAfter(text, words, run);
  if (
    (own === 0 && !isCertain) ||
    (isCertain &&
      own === 0 &&
      named.every(({ letters, folded }) => letters !== 'Capital' && !surnames.has(folded)))
  )
    return 0;
  const meaningful = named.some(({ capital }) => capital);
  // Next to words that go with anything, a lower-case word from the long list may be any word.
  const around = meaningful || isCertain ? before + after : (before >= 0.8 ? before : before / 2) + after;
  // "patient John Smith test results": a person introduced as a patient is not the inventor of a test.
  const introduced = after < 0 && before >= 1.2 ? 2 : 0;
  const evidence = own + together + town + initial + around + introduced;
  return evidence >= ENOUGH ? evidence : 0;
};

/** The confidence of a name with just enough evidence, the gain per unit of further evidence, and the maximum. */
const [LEAST_SURE, SURER, SUREST] = [0.6, 0.15, 0.95];
/** "Nguyen, Thanh" */
const TURNED_AROUND = 0.8;

const confidenceFrom = (evidence: number): number =>
  Math.min(SUREST, LEAST_SURE + (evidence - ENOUGH) * SURER);

/** Extends "Smith, John" by the given name after the comma. */
const withGivenBehind = (text: string, words: readonly Marked[], run: Run): Run => {
  const [last, next] = [words[run.to], words[run.to + 1]];
  if (last === undefined || next === undefined || !/^,\s?$/u.test(gapBetween(text, last, next))) return run;
  if (next.likeness === 'ordinary' || next.likeness === 'eponym' || next.letters !== last.letters) return run;
  return { from: run.from, to: runFrom(text, words, run.to + 1).to };
};

/** "Nguyen, Thanh": two words of one kind separated by a comma, one of which is certainly a name. */
const isTurnedAround = (text: string, words: readonly Marked[], run: Run, turned: Run): boolean => {
  if (turned.to === run.to || isPhrase(words, run) || isLand(words, run)) return false;
  const named = words.slice(turned.from, turned.to + 1);
  if (named.length > 5 || evidenceAfter(text, words, turned) < 0) return false;
  if (evidenceBefore(text, words, run) >= CERTAIN) return true;
  const own = named.reduce((sum, word) => sum + weightOf(word), 0);
  const surely = named.some(({ likeness }) => likeness === 'given' || likeness === 'name');
  const alone = !/\p{L}[^\n]{0,2}$/u.test(
    text.slice(Math.max(0, (words[run.from]?.start ?? 0) - 3), words[run.from]?.start),
  );
  return (
    surely &&
    own + TOGETHER + evidenceBefore(text, words, run) + evidenceAfter(text, words, turned) >=
      (alone ? ENOUGH : 2.5)
  );
};

const startOf = (text: string, words: readonly Marked[], from: number): number => {
  const [word, before] = [words[from], words[from - 1]];
  return (isInitialBefore(text, words, from) ? before?.start : word?.start) ?? 0;
};

type Found = Run & { readonly start: number; readonly end: number; readonly confidence: number };

const findRuns = (text: string, words: readonly Marked[]): readonly Found[] => {
  const found: Found[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const word = words[at];
    if (word === undefined || word.likeness === 'ordinary') continue;
    const run = runFrom(text, words, at);
    const turned = withGivenBehind(text, words, run);
    const isTurned = isTurnedAround(text, words, run, turned);
    const evidence = isTurned ? ENOUGH : evidenceFor(text, words, run);
    if (evidence === 0) {
      // "Mary Jane", "Loma Linda": no part of the phrase is a name either.
      if (isPhrase(words, run) || isPlace(words, run) || isLand(words, run)) at = run.to;
      continue;
    }
    const name = isTurned ? turned : run;
    found.push({
      ...name,
      start: startOf(text, words, name.from),
      end: words[name.to]?.end ?? 0,
      confidence: isTurned ? TURNED_AROUND : confidenceFrom(evidence),
    });
    at = name.to;
  }
  return found;
};

const BETWEEN_ITEMS = /^,\s$/u;

/**
 * True when a word can be part of a list of names: it has a capital and is not a town, a country or an ordinary word.
 */
const mayBeListed = ({ capital, likeness, folded, written }: Marked): boolean =>
  capital && likeness !== 'ordinary' && !cities.has(folded) && !isCountry(written);
const isSurelyName = ({ likeness, folded }: Marked): boolean =>
  likeness === 'given' || likeness === 'name' || surnames.has(folded);

/** "Brabec, Doyle and Gonzalez": at least three names in a row, two of them on lists. */
const findListed = (text: string, words: readonly Marked[]): readonly Found[] => {
  const found: Found[] = [];
  for (let at = 0; at < words.length; at += 1) {
    const items: number[] = [];
    let next = at;
    for (let word = words[next]; word !== undefined && mayBeListed(word); word = words[next]) {
      items.push(next);
      const following = words[next + 1];
      if (following === undefined) break;
      const gap = gapBetween(text, word, following);
      if (BETWEEN_ITEMS.test(gap) && following.folded !== 'and') next += 1;
      else if (following.folded === 'and' && /^,?\s$/u.test(gap)) next += 2;
      else break;
    }
    const last = words[items.at(-1) ?? at];
    const behind = words[(items.at(-1) ?? at) + 1];
    const sure = items.filter((item) => words[item] !== undefined && isSurelyName(words[item])).length;
    const isOfThing =
      behind !== undefined &&
      (behind.capital || eponymNouns.has(behind.folded)) &&
      last !== undefined &&
      SPACE.test(gapBetween(text, last, behind));
    if (items.length >= 3 && sure >= 2 && !isOfThing)
      found.push(
        ...items.map((item) => ({
          from: item,
          to: item,
          start: words[item]?.start ?? 0,
          end: words[item]?.end ?? 0,
          confidence: LEAST_SURE,
        })),
      );
    at = Math.max(at, items.at(-1) ?? at);
  }
  return found;
};

const keyOf = ({ letters, folded }: Marked): string => `${letters} ${folded}`;

/** The other occurrences of words that are a name elsewhere in the text: "Caregiver Ada", given "Client Ada Kern". */
const foundElsewhere = (
  text: string,
  words: readonly Marked[],
  found: readonly Found[],
): readonly Found[] => {
  const named = found.flatMap(({ from, to }) => words.slice(from, to + 1));
  const all = new Set(named.map(keyOf));
  const identifying = new Set(
    named
      .filter(
        ({ likeness, folded }) => likeness !== 'ordinary' && likeness !== 'ambiguous' && folded.length > 2,
      )
      .map(keyOf),
  );
  if (identifying.size === 0) return [];
  const confidence = Math.max(...found.map((one) => one.confidence));
  const belongs = (at: number, beside: number): boolean => {
    const [first, last] = [words[Math.min(at, beside)], words[Math.max(at, beside)]];
    const word = words[at];
    if (first === undefined || last === undefined || word === undefined || !all.has(keyOf(word)))
      return false;
    return SPACE.test(gapBetween(text, first, last));
  };
  return words.flatMap((word, at) => {
    if (!identifying.has(keyOf(word))) return [];
    let [from, to] = [at, at];
    while (at - from < LONGEST && belongs(from - 1, from)) from -= 1;
    while (to - at < LONGEST && belongs(to + 1, to)) to += 1;
    return [
      {
        from,
        to,
        start: words[from]?.start ?? word.start,
        end: words[to]?.end ?? word.end,
        confidence,
      },
    ];
  });
};

/**
 * Finds names of people, by lists of names in many languages and by their context. Linear in the length of the text:
 * each word is examined a bounded number of times.
 */
export const findNames = (text: string): readonly NameFinding[] => {
  const words = mark(text);
  const found = [...findRuns(text, words), ...findListed(text, words)];
  return [...found, ...foundElsewhere(text, words, found)].map(({ start, end, confidence }) => ({
    kind: 'name',
    start,
    end,
    confidence,
  }));
};
