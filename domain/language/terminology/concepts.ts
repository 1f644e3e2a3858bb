import { type Concept, conceptOf } from './concept.ts';
import {
  conditionRows,
  drugRows,
  findingRows,
  operationsRows,
  procedureRows,
  routeRows,
} from './tables.generated.ts';

/** Drugs as questions are asked about them. Filters tell more of them apart, see `filter-drugs.ts`. */
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
