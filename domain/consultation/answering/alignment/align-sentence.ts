import { stem } from '../../../language/stem.ts';
import type { EvidenceIndex, Place } from '../evidence-index.ts';
import { freeIdsOf, type HeadPhrase, namesOf, phrasesOf, strengthsOf } from './heads-of-place.ts';
import { type Item, isDose, prepositions } from './read-items.ts';
import { isOneDose, type Segment, statementForms, withoutStrength } from './statement-forms.ts';

/** The sentences of a statement that an answer's sentence states in full. */
export type Alignment = { readonly place: Place; readonly first: number; readonly last: number };

const stems = (words: string): ReadonlySet<string> => new Set(words.split(' ').map(stem));

const documents = stems('document protocol guideline source evidence policy');
const saying = stems('states says');
/** Words for the basis of an answer, which may open a sentence: "According to the protocol, …". */
const framing: ReadonlySet<string> = new Set([
  ...documents,
  ...saying,
  ...stems('accord per based local your this these'),
]);
const opensFrame: ReadonlySet<string> = new Set(['accord', 'according', 'per', 'based']);

/** Strips "According to the protocol," or "The protocol says that" from a sentence. */
const withoutFrame = (items: readonly Item[], free: ReadonlySet<string>): readonly Item[] => {
  const start = items.findIndex(({ isLoose }) => !isLoose);
  const first = items[start];
  if (first === undefined) return items;
  const isOpened = opensFrame.has(first.id);
  let at = start;
  let verb = -1;
  while (at < items.length) {
    const item = items[at];
    if (item === undefined || item.id === ',') break;
    if (saying.has(item.id)) {
      verb = at;
      break;
    }
    const isFrame = item.isLoose || framing.has(item.id) || opensFrame.has(item.id) || free.has(item.id);
    if (!isFrame) return items;
    at += 1;
  }
  const isFramed = items.slice(start, at).some(({ id }) => documents.has(id));
  if (!isFramed || at >= items.length || (!isOpened && verb < 0)) return items;
  const next = items[at + 1]?.id === 'that' ? at + 2 : at + 1;
  return items.slice(next);
};

/** "Zorvapril 5 mg", "5 mg of zorvapril": the first name with its dose. */
const startsWithDose = (items: readonly Item[]): boolean => {
  const [first, second] = items.filter(({ isLoose, kind }) => !isLoose && kind !== 'patients');
  return first !== undefined && (isDose(first) || (second !== undefined && isDose(second)));
};

const joining: ReadonlySet<string> = new Set(['or', 'then', 'but', 'not', 'no', 'never', 'avoid', 'hold']);
/** Words beside a dose that is to be given; "is toxic", "was taken" and "is contraindicated" are not among them. */
const besideDose: ReadonlySet<string> = new Set(
  'and max once repeat may single initial bolus infusion push slow slowly rapid rapidly'.split(' '),
);
const furtherAbout: ReadonlySet<string> = new Set(
  'in for to by on at with if unless after before over every until during'.split(' '),
);

const isToBeGiven = (order: readonly Item[]): boolean => {
  const strong = (items: readonly Item[]) =>
    items.filter(({ isLoose, kind }) => !isLoose && kind !== 'patients');
  const [first] = strong(order);
  const start = first === undefined ? 0 : order.indexOf(first);
  const further = order.findIndex(({ id }, at) => at > start && furtherAbout.has(id));
  // The first item is a name, or the dose.
  return strong(order.slice(start + 1, further < 0 ? undefined : further)).every(
    ({ id, kind }) => kind !== 'word' || besideDose.has(id),
  );
};

/** "5 mg IV" may be worded "give 5 mg IV", and "give it" "it is given", if no other action is stated. */
const mayInsertGive = (order: readonly Item[]): boolean => {
  const given = order.filter(({ id }) => id === 'give').length;
  const first = order.find(({ isLoose }) => !isLoose);
  return (
    !order.some(({ id }) => joining.has(id)) &&
    ((given === 0 && startsWithDose(order) && isToBeGiven(order)) || (given === 1 && first?.id === 'give'))
  );
};

/** What a sentence may add to a statement. */
type Additions = {
  /** Names from the heads: drugs, routes, patients, and the ages or weights of a band. */
  readonly names: ReadonlySet<string>;
  readonly phrases: readonly HeadPhrase[];
  readonly mayGive: boolean;
};

const restricting: ReadonlySet<string> = new Set(
  'not no never avoid without unless except only hold stop contraindicated'.split(' '),
);

/** Whether moving a comma could change what belongs together. */
const mustKeepCommas = (order: readonly Item[]): boolean =>
  !isOneDose(order) || order.some(({ id }) => restricting.has(id));

const isComma = (item: Item | undefined): boolean => item?.id === ',';

/** Removes the marks that divide nothing: quotation marks, and commas beside an end or before "and". */
const withoutIdleMarks = (items: readonly Item[]): readonly Item[] => {
  const marks = items.filter(({ kind, id }) => kind !== 'soft' || id === ',');
  return marks.filter((item, at) => {
    const next = marks[at + 1];
    return !(
      isComma(item) &&
      (at === 0 || next === undefined || isComma(next) || next.kind === 'end' || /^(?:and|or)$/.test(next.id))
    );
  });
};

/** Whether the next item names patients, a route or a head: a preposition before it changes nothing. */
const isBeforeName = (
  items: readonly Item[],
  at: number,
  isHead: (items: readonly Item[], at: number) => boolean,
): boolean => {
  const next = items.findIndex(({ isLoose }, later) => later > at && !isLoose);
  const kind = items[next]?.kind;
  return kind === 'patients' || kind === 'route' || (next >= 0 && isHead(items, next));
};

/** Returns the end of a head that a sentence names from a position, or the position if it names none. */
const endOfHead = (said: readonly Item[], from: number, phrases: readonly HeadPhrase[]): number => {
  let longest = from;
  for (const phrase of phrases) {
    let at = from;
    let hasWord = false;
    const isWhole = phrase.every(({ id, isOptional }) => {
      let next = at;
      while (said[next]?.isLoose === true && said[next]?.kind !== 'soft') next += 1;
      if (said[next]?.id !== id) return isOptional;
      hasWord ||= !isOptional;
      at = next + 1;
      return true;
    });
    if (isWhole && hasWord && at > longest) longest = at;
  }
  return longest;
};

/** Whether a sentence states all of a statement, in its order, and nothing else. */
const saysAll = (
  said: readonly Item[],
  given: readonly Item[],
  { names, phrases, mayGive }: Additions,
): boolean => {
  const isStrict = mustKeepCommas(given);
  const hasAnd = (items: readonly Item[]): boolean => items.some(({ id }) => id === 'and');
  const mayJoin = hasAnd(said) && hasAnd(given) && !given.some(({ id }) => id === 'or');
  const isHead = (items: readonly Item[], at: number): boolean => endOfHead(items, at, phrases) > at;
  const isPreposition = (items: readonly Item[], at: number): boolean =>
    prepositions.has(items[at]?.id ?? '') && !isBeforeName(items, at, isHead);
  let own = 0;
  let its = 0;
  let [hasAdded, hasDropped] = [false, false];
  for (;;) {
    const [one, other] = [said[own], given[its]];
    // "Change to morphine, fentanyl" for "Change morphine to fentanyl".
    if (one === undefined && other === undefined) return !(hasAdded && hasDropped);
    const head = one === undefined || one.isLoose ? own : endOfHead(said, own, phrases);
    if (one !== undefined && other !== undefined && one.id === other.id) {
      own += 1;
      its += 1;
    } else if (mayJoin && one?.id === 'and' && isComma(other)) {
      own += 1;
      its += 1;
    } else if (mayJoin && isComma(one) && other?.id === 'and') {
      own += 1;
      its += 1;
    } else if (/^(?:for|in)$/.test(one?.id ?? '') && /^(?:for|in)$/.test(other?.id ?? '')) {
      own += 1;
      its += 1;
    } else if (one !== undefined && (one.isLoose || (mayGive && one.id === 'give'))) {
      if (isStrict && isComma(one)) return false;
      hasAdded ||= isPreposition(said, own);
      own += 1;
    } else if (other !== undefined && (other.isLoose || other.id === 'give')) {
      if (isStrict && isComma(other)) return false;
      hasDropped ||= isPreposition(given, its);
      its += 1;
    } else if (head > own) own = isComma(said[head]) ? head + 1 : head;
    else if (one?.id === 'with' && isHead(said, own + 1)) own += 1;
    else if (one !== undefined && names.has(one.id)) own += 1;
    else return false;
  }
};

const end: Item = { id: '.', kind: 'end', isLoose: false };
const comma: Item = { id: ',', kind: 'soft', isLoose: true };

/** Maximum number of a statement's sentences that one sentence can state. */
const mostTogether = 4;

const ordersOfRun = (
  segments: readonly Segment[],
  mayOmitStrength: boolean,
): readonly (readonly Item[])[] => {
  const [only] = segments;
  if (segments.length === 1 && only !== undefined)
    return mayOmitStrength ? [...only.orders, ...only.ordersWithoutStrength] : only.orders;
  const joined = segments.flatMap(({ items }, at) => (at === 0 ? items : [end, ...items]));
  return mayOmitStrength ? [joined, withoutStrength(joined)] : [joined];
};

/**
 * Returns the sentences of a statement that an answer's sentence states in full: it may add and omit only connecting
 * words, use synonyms of names, and repeat names from the statement's heads. Undefined if it states anything else, or
 * less than a whole sentence.
 */
export const alignSentence = (
  sentence: readonly Item[],
  place: Place,
  index: EvidenceIndex,
): Alignment | undefined => {
  const { labelItems, segments } = statementForms(place);
  const own = withoutIdleMarks(withoutFrame(sentence, freeIdsOf(index, place)));
  const mayOmitStrength = strengthsOf(index, place).size === 1;
  for (let first = 0; first < segments.length; first += 1)
    for (let last = first; last < Math.min(segments.length, first + mostTogether); last += 1) {
      for (const order of ordersOfRun(segments.slice(first, last + 1), mayOmitStrength)) {
        const additions = {
          names: namesOf(index, place),
          phrases: phrasesOf(index, place),
          mayGive: !place.isUnderProhibition && mayInsertGive(order),
        };
        const isSaid =
          saysAll(own, withoutIdleMarks(order), additions) ||
          (first === 0 &&
            labelItems.length > 0 &&
            saysAll(own, withoutIdleMarks([...labelItems, comma, ...order]), additions));
        if (isSaid) return { place, first, last };
      }
    }
  return undefined;
};
