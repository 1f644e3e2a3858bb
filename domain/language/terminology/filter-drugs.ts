import { type Concept, conceptOf } from './concept.ts';
import { drugs } from './concepts.ts';
import { drugsKeptApartRows } from './tables.generated.ts';

const keptApart: readonly Concept[] = drugsKeptApartRows.map(conceptOf);

const namesApart: ReadonlySet<string> = new Set(keptApart.flatMap(({ name, also }) => [name, ...also]));

/** The drugs as filters tell them apart, each with its own names only. */
export const filterDrugs: readonly Concept[] = [
  ...keptApart,
  ...drugs
    .filter(({ name }) => !namesApart.has(name))
    .map((drug) => ({ ...drug, also: drug.also.filter((name) => !namesApart.has(name)) })),
];

/** The same by preferred name. */
export const filterDrugByName: ReadonlyMap<string, Concept> = new Map(
  filterDrugs.map((drug) => [drug.name, drug]),
);
