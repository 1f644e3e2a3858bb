import { weakMemoize } from '../../../kernel/weak-memoize.ts';
import type { EvidenceIndex, Place } from '../evidence-index.ts';
import { excludesPatient, patientsOfPlace } from '../patients-of-place.ts';
import type { KnownPatient } from '../question-facts.ts';
import { freeIdsOf, idsOfStatement, isGeneral } from './heads-of-place.ts';
import type { Item } from './read-items.ts';

/** The statements of the evidence by the items they contain. */
type Statements = {
  readonly byId: ReadonlyMap<string, readonly Place[]>;
  readonly idsOf: ReadonlyMap<Place, ReadonlySet<string>>;
};

/** Anything that a browser would load or run is not repeated, even from a source. */
const active = /<\/?[a-z!?]|!\[|\]\(|(?:java|vb)script:|data:[a-z]|<\||\|>/i;

const statementsOf: (index: EvidenceIndex) => Statements = weakMemoize((index) => {
  const byId = new Map<string, Place[]>();
  const idsOf = new Map<Place, ReadonlySet<string>>();
  for (const place of index.places) {
    if (!isPlainText(place)) continue;
    const ids = new Set(idsOfStatement(place));
    idsOf.set(place, new Set([...ids, ...freeIdsOf(index, place)]));
    for (const id of ids) {
      const known = byId.get(id);
      if (known) known.push(place);
      else byId.set(id, [place]);
    }
  }
  return { byId, idsOf };
});

/** The subject of a sentence weighs more than its numbers: a wrong number belongs to another statement. */
const weightOf = (item: Item, places: number): number =>
  (item.kind === 'drug' ? 3 : isGeneral(item) ? 2 : item.kind === 'number' ? 1.5 : 0.5) /
  Math.log2(2 + places);

/** Maximum number of statements compared with one sentence. */
const mostCompared = 24;
/** A statement that shares less of a sentence than this has another subject. */
const leastShared = 0.3;

export type Candidate = { readonly place: Place; readonly shared: number };

/** Returns the statements that share most with a sentence, nearest first; in a tie, cited ones first. */
export const placesNear = (
  index: EvidenceIndex,
  sentence: readonly Item[],
  cited: ReadonlySet<number>,
): readonly Candidate[] => {
  const { byId, idsOf } = statementsOf(index);
  const scores = new Map<Place, number>();
  const own = new Map(
    sentence.filter((item) => !item.isLoose && item.kind !== 'end').map((item) => [item.id, item]),
  );
  let total = 0;
  for (const [id, item] of own) {
    const places = byId.get(id) ?? [];
    const weight = weightOf(item, places.length);
    total += weight;
    for (const place of places) scores.set(place, (scores.get(place) ?? 0) + weight);
  }
  for (const [place, score] of scores) {
    let more = 0;
    for (const [id, item] of own)
      if (idsOf.get(place)?.has(id) === true && byId.get(id)?.includes(place) !== true)
        more += weightOf(item, byId.get(id)?.length ?? 0) / 2;
    scores.set(place, score + more);
  }
  return [...scores]
    .map(([place, score]) => ({ place, shared: total === 0 ? 0 : score / total }))
    .sort(
      (one, other) =>
        Number(cited.has(other.place.n)) * 0.05 +
          other.shared -
          (Number(cited.has(one.place.n)) * 0.05 + one.shared) ||
        one.place.n - other.place.n ||
        one.place.index - other.place.index,
    )
    .slice(0, mostCompared);
};

/** Whether an amount of a place is for patients other than the known one. */
export const isForOtherPatients = (index: EvidenceIndex, place: Place, patient: KnownPatient): boolean =>
  place.statement.mentions.some((mention) => {
    if (!mention.isAmount) return false;
    const label = patientsOfPlace(index, { place, mention });
    return label !== undefined && excludesPatient(label, patient);
  });

/** Whether a statement contains nothing that a browser would load or run. */
export const isPlainText = ({ statement: { text } }: Place): boolean => !active.test(text);

/** Whether a statement only introduces or names the next ones. */
export const isIntroduction = ({ statement: { text }, isTableRow, heads }: Place): boolean =>
  /^#{1,6}\s/.test(text) ||
  /:\s*$/.test(text) ||
  !/\p{L}/u.test(text) ||
  (isTableRow && !heads.some((head) => head.text.startsWith('|')));

/**
 * Returns the statement to show in place of a sentence: it names the sentence's drugs and shares enough of its
 * content.
 */
export const nearestOf = (
  index: EvidenceIndex,
  sentence: readonly Item[],
  candidates: readonly Candidate[],
  patient: KnownPatient,
): Place | undefined => {
  const { idsOf } = statementsOf(index);
  const drugs = sentence.filter(({ kind }) => kind === 'drug');
  const names = drugs.length > 0 ? drugs : sentence.filter(isGeneral);
  return candidates.find(({ place, shared }) => {
    const ids = idsOf.get(place);
    return (
      shared >= leastShared &&
      !isIntroduction(place) &&
      (names.length === 0 || names.some(({ id }) => ids?.has(id) === true)) &&
      !isForOtherPatients(index, place, patient)
    );
  })?.place;
};

/** Whether the evidence contains every number and drug of a sentence somewhere. */
export const isCoveredBySources = (index: EvidenceIndex, sentence: readonly Item[]): boolean => {
  const { byId } = statementsOf(index);
  return sentence.every(({ kind, id }) => (kind !== 'number' && kind !== 'drug') || byId.has(id));
};
