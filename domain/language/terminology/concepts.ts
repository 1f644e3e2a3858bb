import { type Concept, conceptOf } from './concept.ts';
import {
  conditionRows,
  drugRows,
  findingRows,
  operationsRows,
  procedureRows,
  routeRows,
} from './tables.generated.ts';

/** Drugs, each with its own names only: look-alikes, strengths and products are separate. */
export const drugs: readonly Concept[] = drugRows.map(conceptOf);

/** Every concept of the terminology. */
export const concepts: readonly Concept[] = [
  ...drugs,
  ...[...routeRows, ...conditionRows, ...findingRows, ...procedureRows, ...operationsRows].map(conceptOf),
];

/** Concepts by preferred name. */
export const conceptByName: ReadonlyMap<string, Concept> = new Map(
  concepts.map((concept) => [concept.name, concept]),
);

const withBroaderConcepts = (name: string): readonly string[] => [
  name,
  ...(conceptByName.get(name)?.sortOf ?? []).flatMap(withBroaderConcepts),
];

/** By preferred name, the concept itself and all that it is a kind of. The hierarchy has no cycles. */
const impliedBy: ReadonlyMap<string, readonly string[]> = new Map(
  concepts.map(({ name }) => [name, [...new Set(withBroaderConcepts(name))]]),
);

/** Adds to each named concept those that it is a kind of, once per occurrence. */
export const withImplied = (names: readonly string[]): readonly string[] =>
  names.flatMap((name) => impliedBy.get(name) ?? [name]);
