import { lex } from '../../../clinical-text/lex.ts';
import { parseQuantities } from '../../../clinical-text/parse-quantities.ts';
import type { Quantity } from '../../../clinical-text/quantity.ts';
import { endsWithAbbreviation } from '../../../clinical-text/split-sentences.ts';
import { matchDrugs, withoutNested } from '../../../language/concept-matcher.ts';
import { writeOutContractions } from '../../../language/contractions.ts';
import { stem } from '../../../language/stem.ts';
import { abbreviations } from '../../../language/terminology/abbreviations.ts';
import { drugNames } from '../../../language/terminology/drug-names.ts';
import { doseKinds } from '../../../language/units-of-measure.ts';

/** A word, number or sign of a sentence, in a comparable form. */
export type Item = {
  /** Equal for items with the same meaning. */
  readonly id: string;
  readonly kind: 'word' | 'drug' | 'route' | 'patients' | 'number' | 'sign' | 'soft' | 'end';
  /** Whether adding or omitting it changes nothing. */
  readonly isLoose: boolean;
  readonly number?: Quantity;
};

const wordsOf = (text: string): ReadonlySet<string> => new Set(text.split(' '));

/** Words that may be added or omitted. */
const connecting = wordsOf('a an the is are was were be been being of do does patient dos');
/** Between words these may be added or omitted too; before a number they express its role. */
export const prepositions = wordsOf('to for in by on at as');
const beforeNumbers = wordsOf('a an the');
const auxiliaries = wordsOf('is are was were be been being');

const rows = (table: readonly (readonly [string, string])[]): ReadonlyMap<string, string> =>
  new Map(table.flatMap(([id, words]) => words.split(' ').map((word) => [word, id] as const)));

/** Synonyms that differ in more than their endings. */
const synonyms = rows([
  ['give', 'give gives administer administers receive receives get gets'],
  ['given', 'given administered received giving administering receiving administration'],
  ['dos', 'dose doses dosage dosages'],
  ['patient', 'patient patients pt pts'],
  ['if', 'if when whenever'],
  ['in', 'in into'],
  ['by', 'by via'],
  ['on', 'on onto'],
  ['every', 'every q'],
  ['max', 'maximum max maximal'],
  ['lt', 'below under <'],
  ['gt', 'above >'],
  ['ge', '≥'],
  ['le', '≤'],
  ['and', 'and &'],
]);
const routes = rows([
  ['intravenous', 'iv intravenous intravenously'],
  ['intramuscular', 'im intramuscular intramuscularly'],
  ['intraosseous', 'io intraosseous intraosseously'],
  ['intranasal', 'intranasal intranasally'],
  ['subcutaneous', 'sq subq subcut sc subcutaneous subcutaneously'],
  ['sublingual', 'sl sublingual sublingually'],
  ['oral', 'po oral orally'],
  ['rectal', 'pr rectal rectally'],
]);
const patients = rows([
  ['adult', 'adult adults'],
  ['child', 'child children pediatric pediatrics paediatric paediatrics peds kid kids'],
  ['newborn', 'newborn newborns neonate neonates neonatal'],
  ['infant', 'infant infants'],
  ['pregnant', 'pregnant pregnancy'],
]);

/** Phrases equal to one word. */
const phrases = (
  [
    ['not to exceed', 'max'],
    ['do not exceed', 'max'],
    ['must not exceed', 'max'],
    ['should not exceed', 'max'],
    ['not more than', 'max'],
    ['no more than', 'max'],
    ['at most', 'max'],
    ['up to', 'max'],
    ['max of', 'max'],
    ['less than', 'lt'],
    ['lower than', 'lt'],
    ['fewer than', 'lt'],
    ['younger than', 'lt'],
    ['greater than', 'gt'],
    ['more than', 'gt'],
    ['higher than', 'gt'],
    ['older than', 'gt'],
    ['at least', 'ge'],
    ['gt =', 'ge'],
    ['lt =', 'le'],
    ['followed by', 'then'],
    ['and then', 'then'],
    ['prior to', 'before'],
    ['by mouth', 'oral'],
    ['w / o', 'without'],
  ] as const
)
  .map(([words, id]) => ({ words: words.split(' '), id }))
  .toSorted((one, other) => other.words.length - one.words.length);

/** Signs that only separate. */
const soft = /^[,:()[\]"'“”‘’–—\-|*_`•▪◦●○#.…]$/u;
const inflected = /(?:ing|ed|ations?|ators?|ctions?|ptions?)$/;

/** Stems this short belong to several words. */
const shortestStem = 3;

/** An exponent or a note mark; the two cannot be distinguished. */
const raised = /[¹²³⁰⁴-⁹]/;

type Draft = { id: string; kind: Item['kind']; number?: Quantity; start: number; end: number };

const kindOf = (id: string): Item['kind'] =>
  routeIds.has(id) ? 'route' : patientIds.has(id) ? 'patients' : drugNames.has(id) ? 'drug' : 'word';
const routeIds: ReadonlySet<string> = new Set(routes.values());
const patientIds: ReadonlySet<string> = new Set(patients.values());

/** The ids of a word. A derived form with another meaning ("sedated", "sedation") equals only itself. */
const idsOf = (word: string, isCapitals: boolean, isPassive: boolean): readonly string[] => {
  if (word === 'in' && isCapitals) return ['intranasal'];
  if (word === 'cannot') return ['can', 'not'];
  const known = synonyms.get(word) ?? routes.get(word) ?? patients.get(word);
  if (known !== undefined) return [known === 'given' && isPassive ? 'give' : known];
  const expansion = abbreviations.get(word);
  if (expansion !== undefined && expansion !== word && !expansion.includes('/'))
    return expansion
      .toLowerCase()
      .split(/[\s-]+/)
      .flatMap((part) => idsOf(part, false, false));
  if (inflected.test(word) && !(isPassive && word.endsWith('ed'))) return [word];
  const short = stem(word);
  // The stem of "note" is "not".
  return [short.length > shortestStem ? short : word.replace(/(?<=\p{L}{3})s$/u, '')];
};

/** The replacement of several items, and their number. */
type Joined = { readonly id: string; readonly kind: Item['kind']; readonly length: number };

/** Merges the items that `joinedAt` recognizes as one. */
const withJoined = (
  drafts: readonly Draft[],
  joinedAt: (at: number) => Joined | undefined,
): readonly Draft[] => {
  const found: Draft[] = [];
  let at = 0;
  for (let one = drafts[at]; one !== undefined; one = drafts[at]) {
    const joined = joinedAt(at);
    if (joined === undefined) found.push(one);
    else {
      const { id, kind, length } = joined;
      found.push({ id, kind, start: one.start, end: drafts[at + length - 1]?.end ?? one.end });
    }
    at += joined?.length ?? 1;
  }
  return found;
};

const withPhrases = (drafts: readonly Draft[]): readonly Draft[] =>
  withJoined(drafts, (at) => {
    const phrase = phrases.find(({ words }) => words.every((word, next) => drafts[at + next]?.id === word));
    return phrase && { id: phrase.id, kind: kindOf(phrase.id), length: phrase.words.length };
  });

/** Replaces drug names with the preferred ones. */
const withDrugs = (drafts: readonly Draft[], text: string): readonly Draft[] => {
  const tokens = drafts.map(({ kind, start, end }) => {
    const written = text.slice(start, end);
    return {
      text: kind === 'number' || kind === 'end' || kind === 'soft' ? '\u0000' : written.toLowerCase(),
      capitals: /^[A-Z]{2,}$/.test(written),
    };
  });
  const stems = tokens.map((token) => stem(token.text));
  const matches = withoutNested(matchDrugs(tokens, stems, false));
  return withJoined(drafts, (at) => {
    const here = matches.filter(({ start }) => start === at);
    const [match] = here;
    if (match === undefined) return undefined;
    const names = here.map(({ concept }) => concept.name).toSorted();
    return { id: names.join('+'), kind: 'drug', length: match.length };
  });
};

/** Whether a preposition stands between words, not before a number. */
const isBetweenWords = (drafts: readonly Draft[], at: number): boolean => {
  let next = at + 1;
  while (beforeNumbers.has(drafts[next]?.id ?? '')) next += 1;
  return drafts[next]?.kind !== 'number';
};

/** "5 mg per dose" is not the same as "5 mg" when it is a maximum. */
const idOfNumber = ({ key, printed }: Quantity): string =>
  `#${key}${printed.per.includes('dose') ? '/dose' : ''}`;

/** Whether a mark divides a sentence: a comma, colon, bracket or a dash between spaces. */
const dividingMark = (text: string, mark: string, start: number, end: number): boolean =>
  /[,:()]/.test(mark) || (/[–—-]/.test(mark) && text[start - 1] === ' ' && text[end] === ' ');

const draftsOf = (text: string): readonly Draft[] => {
  const quantities = parseQuantities(text);
  const hasSmallLetters = /\p{Ll}/u.test(text);
  const drafts: Draft[] = [];
  let quantityAt = 0;
  let previous = '';
  for (const { kind, text: written, start, end } of lex(text)) {
    while ((quantities[quantityAt]?.end ?? Number.POSITIVE_INFINITY) <= start) quantityAt += 1;
    const quantity = quantities[quantityAt];
    if (quantity !== undefined && quantity.start <= start) {
      if (drafts.at(-1)?.number !== quantity && raised.test(quantity.written))
        drafts.push({ id: '^', kind: 'sign', start, end: start });
      if (drafts.at(-1)?.number !== quantity)
        drafts.push({
          id: idOfNumber(quantity),
          kind: 'number',
          number: quantity,
          start: quantity.start,
          end: quantity.end,
        });
      previous = '';
      continue;
    }
    if (kind === 'sign' && /[.;!?]/.test(written)) {
      if (written === '?') drafts.push({ id: '?', kind: 'sign', start, end });
      const isEnd =
        written === '.'
          ? /^(?:\s|$|["”’)\]])/.test(text.slice(end, end + 1)) && !endsWithAbbreviation(text, start, 0)
          : true;
      if (isEnd) drafts.push({ id: '.', kind: 'end', start, end });
      continue;
    }
    // "-5" is not 5.
    const isMinus =
      /^[-–−]$/.test(written) && /^\d/.test(text.slice(end)) && /(?:^|[\s(])$/.test(text.slice(0, start));
    if (kind === 'sign' && soft.test(written) && !isMinus) {
      drafts.push({ id: dividingMark(text, written, start, end) ? ',' : '|', kind: 'soft', start, end });
      continue;
    }
    const isPassive = auxiliaries.has(previous);
    // "IN" is a route, except in a text without small letters.
    const isCapitals = hasSmallLetters && text.slice(start, end) === text.slice(start, end).toUpperCase();
    const ids = kind === 'word' ? idsOf(written, isCapitals, isPassive) : [synonyms.get(written) ?? written];
    for (const id of ids)
      drafts.push({ id, kind: kind === 'sign' && id === written ? 'sign' : kindOf(id), start, end });
    previous = written;
  }
  return drafts;
};

const dividesRoutes = (drafts: readonly Draft[], at: number): boolean =>
  drafts[at]?.id === '/' && drafts[at - 1]?.kind === 'route' && drafts[at + 1]?.kind === 'route';

/**
 * Converts a text to comparable items: quantities by value, drugs by name, routes and patients by concept, words by
 * stem.
 *
 * @param text in plain characters
 */
export const readItems = (text: string): readonly Item[] => {
  const written = writeOutContractions(text);
  const drafts = withPhrases(withDrugs(draftsOf(written), written));
  return drafts.map(({ id, kind, number }, at): Item => {
    const isPreposition = prepositions.has(id) && isBetweenWords(drafts, at);
    return {
      id: dividesRoutes(drafts, at) ? 'or' : id,
      kind,
      isLoose: kind === 'soft' || connecting.has(id) || isPreposition,
      ...(number === undefined ? {} : { number }),
    };
  });
};

/** Returns the items of a sentence, without its ending. */
export const itemsOfSentence = (text: string): readonly Item[] => {
  const items = readItems(text);
  return items.slice(0, items.findLastIndex(({ kind }) => kind !== 'end' && kind !== 'soft') + 1);
};

/** Whether an item carries meaning: it neither connects nor ends. */
export const isStrong = ({ isLoose, kind }: Item): boolean => !isLoose && kind !== 'end';

/** Returns the ids of the items that carry meaning. */
export const strongIds = (items: readonly Item[]): readonly string[] =>
  items.flatMap((item) => (isStrong(item) ? [item.id] : []));

/** Whether an item is an amount to be given. */
export const isDose = ({ number }: Item): boolean =>
  number !== undefined && doseKinds.has(number.kind) && !['kg', 'lb', 'dL'].includes(number.printed.symbol);
