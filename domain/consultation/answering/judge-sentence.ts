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
import { type Item, isDose, itemsOfSentence, strongIds } from './alignment/read-items.ts';
import { statementForms } from './alignment/statement-forms.ts';
import type { EvidenceIndex, Place } from './evidence-index.ts';
import type { QuestionFacts } from './question-facts.ts';

/** What becomes of a sentence of an answer. */
export type Verdict =
  /** It says nothing clinical. */
  | { readonly kind: 'neutral' }
  /** It is shown in its own words: one statement says it. Under these heads, as far as the answer does not name them. */
  | { readonly kind: 'proven'; readonly alignment: Alignment; readonly heads: readonly string[] }
  /** The statement that it is nearest to is shown in its place. */
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
  /** What headings and introductions of the answer say that it is under. */
  readonly under: ReadonlySet<string>;
  /** The statement whose sentences are being shown, and the next of them. */
  readonly going: { readonly place: Place; readonly next: number } | undefined;
  /** The statement that is shown before it. */
  readonly last: Place | undefined;
};

const notProven = 'no statement of the sources says it in full';
/** Why a sentence is not shown whose numbers or drugs no source has: it is made up. */
export const notInSources = 'it is not in the sources';

/** What an answer must not leave out between two sentences of a statement: all but an order of another thing. */
const limiting: ReadonlySet<string> = new Set(
  'not no never without only unless if until except before after during max then may must should could can avoid hold every repeat contraindicated caution it them this same'.split(
    ' ',
  ),
);

/** Whether a sentence of a statement is an order of another thing, which the others do not need. */
export const isIndependent = (place: Place, at: number): boolean => {
  const { segments } = statementForms(place);
  const own = segments[at]?.items ?? [];
  const others = new Set(segments.flatMap(({ items }, other) => (other === at ? [] : strongIds(items))));
  return (
    own.some(({ kind, id }) => kind === 'drug' && !others.has(id)) &&
    !own.some(({ id, kind }) => limiting.has(id) || kind === 'number' || kind === 'patients')
  );
};

/** How a sentence begins that goes on with what was given before it. */
const goesOn: ReadonlySet<string> = new Set(['repeat', 'max', 'may', 'then']);

/** Whether what comes before a sentence of its statement may be left out. */
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

const nearest = (judged: Judged, items: readonly Item[], candidates: readonly Candidate[]): Verdict => {
  const { index, known, under, last } = judged;
  const place = nearestOf(index, items, candidates, known.patient);
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
 * Judges a sentence of an answer: it stands in its own words where one statement of the evidence says it, or where it
 * says nothing clinical. What is in another place is not looked for beside it: a sentence over two statements is proven
 * by neither.
 */
export const judgeSentence = (judged: Judged): Verdict => {
  const { text, cited, index, known, under, going, last } = judged;
  if (saysNothingClinical(text) || repeatsPatient(text, known) || statesTrueAbsence(text, index))
    return { kind: 'neutral' };
  const items = itemsOfSentence(text);
  const [opening] = items;
  if (going !== undefined && opening?.id === 'it') {
    const goingOn = alignSentence(items.slice(1), going.place, index);
    if (goingOn?.first === going.next) return { kind: 'proven', alignment: goingOn, heads: [] };
  }
  const candidates = placesNear(index, items, cited);
  const said = new Set([...under, ...strongIds(items)]);
  let best: Extract<Verdict, { kind: 'proven' }> | undefined;
  for (const { place } of candidates) {
    const alignment = alignSentence(items, place, index);
    if (alignment === undefined || isForOtherPatients(index, place, known.patient)) continue;
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
