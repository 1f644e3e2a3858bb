import { dependsOnPrevious } from '../../clinical-text/depends-on-previous.ts';
import { type Alignment, alignSentence } from './alignment/align-sentence.ts';
import { repeatsPatient, saysNothingClinical, statesTrueAbsence } from './alignment/closed-forms.ts';
import {
  type Candidate,
  isCoveredBySources,
  isForOtherPatients,
  nearestOf,
  placesNear,
} from './alignment/find-places.ts';
import { idsOfStatement, missingHeads } from './alignment/heads-of-place.ts';
import { isWrittenAlike } from './alignment/is-written-alike.ts';
import { type Item, isDose, itemsOfSentence, strongIds } from './alignment/read-items.ts';
import { statementForms } from './alignment/statement-forms.ts';
import { bareText } from './bare-text.ts';
import type { EvidenceIndex, Place } from './evidence-index.ts';
import type { QuestionFacts } from './question-facts.ts';

/** The verdict on a sentence of an answer. */
export type Verdict =
  /** The sentence has no clinical content. */
  | { readonly kind: 'neutral' }
  /** Shown verbatim, because one statement contains it; under these heads, as far as the answer does not name them. */
  | { readonly kind: 'proven'; readonly alignment: Alignment; readonly heads: readonly string[] }
  /** Replaced by the nearest statement. */
  | {
      readonly kind: 'replaced';
      readonly place: Place;
      readonly heads: readonly string[];
      readonly because: string;
    }
  | { readonly kind: 'dropped'; readonly because: string };

type Judged = {
  readonly text: string;
  readonly cited: ReadonlySet<number>;
  readonly index: EvidenceIndex;
  readonly known: QuestionFacts;
  /** The concepts named by the answer's headings and introductions above it. */
  readonly under: ReadonlySet<string>;
  /** The partly shown statement and its next sentence. */
  readonly going: { readonly place: Place; readonly next: number } | undefined;
  /** The statement shown before it. */
  readonly last: Place | undefined;
  /** The statement that the sentence cites by its id. */
  readonly named?: Place | undefined;
};

const notProven = 'no single statement of the sources supports all of it';
/** The reason for dropping a sentence with numbers or drugs that no source contains: it is made up. */
export const notInSources = 'it is not in the sources';

/** Words that an answer must not skip between two sentences of a statement, unless they order something else. */
const limiting: ReadonlySet<string> = new Set(
  'not no never without only unless if until except before after during max then may must should could can avoid hold every repeat contraindicated caution it them this same'.split(
    ' ',
  ),
);

/** Whether a sentence of a statement orders something else, so that the others do not need it. */
export const isIndependent = (place: Place, at: number): boolean => {
  const { segments } = statementForms(place);
  const own = segments[at]?.items ?? [];
  const others = new Set(segments.flatMap(({ items }, other) => (other === at ? [] : strongIds(items))));
  return (
    own.some(({ kind, id }) => kind === 'drug' && !others.has(id)) &&
    !own.some(({ id, kind }) => limiting.has(id) || kind === 'number' || kind === 'patients')
  );
};

/** Openings of a sentence that continues the one before. */
const goesOn: ReadonlySet<string> = new Set(['repeat', 'max', 'may', 'then']);

/** Whether the sentences before this one in its statement may be omitted. */
const mayBegin = (place: Place, first: number): boolean => {
  if (first === 0) return true;
  const { segments } = statementForms(place);
  const own = segments[first];
  if (own === undefined) return false;
  const opening = own.items.find(({ isLoose }) => !isLoose)?.id ?? '';
  const isOfItself =
    own.items.some(({ kind }) => kind === 'drug') ||
    !(dependsOnPrevious(own.text) || goesOn.has(opening) || own.items.some(isDose));
  return isOfItself && segments.slice(0, first).every((_, at) => isIndependent(place, at));
};

/** Whether nothing is said after a question mark. */
const isQuestion = (text: string): boolean =>
  text.includes('?') && !/[\p{L}\p{N}]/u.test(text.slice(text.lastIndexOf('?')));

const nearest = (judged: Judged, items: readonly Item[], candidates: readonly Candidate[]): Verdict => {
  const { text, index, known, under, last, named } = judged;
  // The statement nearest to a question does not answer it.
  if (named === undefined && (isQuestion(text) || bareText(text) === known.asked))
    return { kind: 'dropped', because: 'it asks instead of answering' };
  const place = named ?? nearestOf(index, items, candidates, known.patient);
  return place === undefined
    ? { kind: 'dropped', because: notInSources }
    : {
        kind: 'replaced',
        place,
        heads: missingHeads(index, place, { said: saidBy(place, under), known, last }),
        because: isCoveredBySources(index, items) ? notProven : notInSources,
      };
};

const saidBy = (place: Place, under: ReadonlySet<string>): ReadonlySet<string> =>
  new Set([...under, ...idsOfStatement(place)]);

/**
 * Judges a sentence of an answer: it is shown verbatim if one statement of the evidence contains it, with its amounts
 * written alike, or if it has no clinical content. Statements are not combined: a sentence spanning two of them is proven by neither.
 */
export const judgeSentence = (judged: Judged): Verdict => {
  const { text, cited, index, known, under, going, last } = judged;
  if (saysNothingClinical(text) || repeatsPatient(text, known) || statesTrueAbsence(text, index))
    return { kind: 'neutral' };
  const items = itemsOfSentence(text);
  const [opening] = items;
  if (going !== undefined && opening?.id === 'it') {
    const goingOn = alignSentence(items.slice(1), going.place, index);
    if (goingOn?.first === going.next && isWrittenAlike(items, going.place))
      return { kind: 'proven', alignment: goingOn, heads: [] };
  }
  const candidates = placesNear(index, items, cited);
  const said = new Set([...under, ...strongIds(items)]);
  let best: Extract<Verdict, { kind: 'proven' }> | undefined;
  for (const { place } of candidates) {
    const alignment = alignSentence(items, place, index);
    if (alignment === undefined || isForOtherPatients(index, place, known.patient)) continue;
    if (!isWrittenAlike(items, place)) continue;
    const isGoingOn = going?.place === place && going.next === alignment.first;
    if (!isGoingOn && !mayBegin(place, alignment.first)) continue;
    const heads = isGoingOn ? [] : missingHeads(index, place, { said, known, last });
    if (isGoingOn) return { kind: 'proven', alignment, heads };
    const isBetter =
      best === undefined ||
      Number(cited.has(place.n)) - Number(cited.has(best.alignment.place.n)) > 0 ||
      (cited.has(place.n) === cited.has(best.alignment.place.n) && heads.length < best.heads.length);
    if (isBetter) best = { kind: 'proven', alignment, heads };
  }
  return best ?? nearest(judged, items, candidates);
};
