import type { EvidenceIndex, Place, PlacedMention } from './evidence-index.ts';
import { isDrug } from './named-things.ts';
import { patientsOfPlace } from './patients-of-place.ts';

/** Two pieces of evidence with different amounts of one drug for the same use. */
export type Contradiction = {
  readonly drug: string;
  /** In words, with the citation numbers. */
  readonly text: string;
  readonly sources: readonly number[];
};

const mostContradictions = 5;

const drugOf = (index: EvidenceIndex, { place, mention }: PlacedMention): readonly string[] => {
  if (mention.drugs.length > 0) return mention.drugs;
  const head = place.heads.find(({ things }) => things.drugs.length > 0);
  return head?.things.drugs ?? index.evidence.get(place.n)?.title.things.drugs ?? [];
};

const sameSet = (one: readonly string[], other: readonly string[]): boolean =>
  one.length > 0 && one.some((value) => other.includes(value));

const overlap = (index: EvidenceIndex, one: number, other: number): boolean => {
  const [first, second] = [index.evidence.get(one), index.evidence.get(other)];
  if (first === undefined || second === undefined) return false;
  const [titles, others] = [first.title.things.conditions, second.title.things.conditions];
  return titles.length > 0 && others.length > 0
    ? sameSet(titles, others)
    : [...first.conditions].some((condition) => second.conditions.has(condition));
};

/**
 * Returns the amounts in the evidence that differ from those in an answer; they are shown, so that neither is
 * mistaken for the only one.
 */
export const contradictionsOf = (index: EvidenceIndex, shown: readonly Place[]): readonly Contradiction[] => {
  const said = new Set(
    shown.flatMap(({ statement }) => statement.mentions.map(({ quantity }) => quantity.key)),
  );
  const found = new Map<string, Contradiction>();
  for (const place of shown) {
    for (const mention of place.statement.mentions) {
      if (!mention.isAmount || mention.quantity.kind === 'strength' || mention.quantity.kind === 'fold')
        continue;
      const own = { place, mention };
      const [drug] = drugOf(index, own);
      if (drug === undefined || mention.routes.length === 0) continue;
      const patients = patientsOfPlace(index, own);
      for (const other of index.places) {
        if (other.n === place.n || other.isTableRow || place.isTableRow || !overlap(index, place.n, other.n))
          continue;
        for (const its of other.statement.mentions) {
          const { quantity } = its;
          if (
            quantity.unit !== mention.quantity.unit ||
            quantity.key === mention.quantity.key ||
            said.has(quantity.key) ||
            quantity.role !== mention.quantity.role ||
            its.isForbidden !== mention.isForbidden ||
            !sameSet(mention.routes, its.routes)
          )
            continue;
          const placed = { place: other, mention: its };
          if (!drugOf(index, placed).some((one) => isDrug(one, drug))) continue;
          if (patientsOfPlace(index, placed)?.key !== patients?.key) continue;
          // Documents that both give both amounts do not differ.
          if (index.byKey.get(quantity.key)?.some((same) => same.place.n === place.n)) continue;
          if (index.byKey.get(mention.quantity.key)?.some((same) => same.place.n === other.n)) continue;
          const key = [drug, mention.quantity.unit, ...[place.n, other.n].sort()].join(' ');
          if (found.has(key) || found.size >= mostContradictions) continue;
          found.set(key, {
            drug,
            text: `${drug}: ${mention.quantity.written} in [${place.n}], ${quantity.written} in [${other.n}].`,
            sources: [place.n, other.n],
          });
        }
      }
    }
  }
  return [...found.values()];
};
