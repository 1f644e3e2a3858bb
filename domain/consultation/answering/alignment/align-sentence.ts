import type { EvidenceIndex, Place } from '../evidence-index.ts';
import { freeIdsOf } from './heads-of-place.ts';
import { type Item, isDose } from './read-items.ts';
import { type Segment, statementForms, withoutStrength } from './statement-forms.ts';

/** The sentences of a statement that an answer's sentence states in full. */
export type Alignment = { readonly place: Place; readonly first: number; readonly last: number };

/** Words for the basis of an answer, which may open a sentence: "According to the protocol, …". */
const framing: ReadonlySet<string> = new Set(
  'accord per based document documents protocol protocols guideline guidelines source sources evidence policy your local this these stat states says'.split(
    ' ',
  ),
);
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
    if (item === undefined || item.id === ',' || item.id === ':') break;
    if (item.id === 'states' || item.id === 'says' || item.id === 'stat' || item.id === 'say') {
      verb = at;
      break;
    }
    const isFrame = item.isLoose || framing.has(item.id) || opensFrame.has(item.id) || free.has(item.id);
    if (!isFrame) return items;
    at += 1;
  }
  const isFramed = items
    .slice(start, at)
    .some(({ id }) => /^(?:document|protocol|guideline|source|evidence|policy)s?$/.test(id));
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

/** "5 mg IV" may be worded "give 5 mg IV", and "give it" "it is given", if no other action is stated. */
const mayInsertGive = (order: readonly Item[]): boolean => {
  const given = order.filter(({ id }) => id === 'give').length;
  const first = order.find(({ isLoose }) => !isLoose);
  return (
    !order.some(({ id }) => joining.has(id)) &&
    ((given === 0 && startsWithDose(order)) || (given === 1 && first?.id === 'give'))
  );
};

/** Whether a sentence states all of a statement, in its order, and nothing else. */
const saysAll = (
  said: readonly Item[],
  given: readonly Item[],
  free: ReadonlySet<string>,
  mayGive: boolean,
): boolean => {
  let own = 0;
  let its = 0;
  for (;;) {
    const [one, other] = [said[own], given[its]];
    if (one === undefined && other === undefined) return true;
    if (one !== undefined && other !== undefined && one.id === other.id) {
      own += 1;
      its += 1;
    } else if (one?.id === 'and' && other?.id === ',') {
      if (given[its + 1]?.id !== 'and') own += 1;
      its += 1;
    } else if (one?.id === ',' && other?.id === 'and') {
      if (said[own + 1]?.id !== 'and') its += 1;
      own += 1;
    } else if (one !== undefined && (one.isLoose || (mayGive && one.id === 'give'))) own += 1;
    else if (other !== undefined && (other.isLoose || other.id === 'give')) its += 1;
    else if (one !== undefined && free.has(one.id)) own += 1;
    else if (one?.id === 'with' && isFreeNext(said, own, free)) own += 1;
    else return false;
  }
};

/** "Adults with anaphylaxis": the next item names a head, not a drug. */
const isFreeNext = (said: readonly Item[], at: number, free: ReadonlySet<string>): boolean => {
  const next = said.slice(at + 1).find(({ isLoose }) => !isLoose);
  return next !== undefined && next.kind === 'word' && free.has(next.id);
};

const end: Item = { id: '.', kind: 'end', isLoose: false };

/** Maximum number of a statement's sentences that one sentence can state. */
const mostTogether = 4;

const ordersOfRun = (segments: readonly Segment[]): readonly (readonly Item[])[] => {
  const [only] = segments;
  if (segments.length === 1 && only !== undefined) return only.orders;
  const joined = segments.flatMap(({ items }, at) => (at === 0 ? items : [end, ...items]));
  return [joined, withoutStrength(joined)];
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
  const free = freeIdsOf(index, place);
  const own = withoutFrame(sentence, free);
  for (let first = 0; first < segments.length; first += 1)
    for (let last = first; last < Math.min(segments.length, first + mostTogether); last += 1) {
      const run = segments.slice(first, last + 1);
      for (const order of ordersOfRun(run)) {
        const mayGive = !place.isUnderProhibition && mayInsertGive(order);
        const isSaid =
          saysAll(own, order, free, mayGive) ||
          (first === 0 && labelItems.length > 0 && saysAll(own, [...labelItems, ...order], free, mayGive));
        if (isSaid) return { place, first, last };
      }
    }
  return undefined;
};
