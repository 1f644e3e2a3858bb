import type { Concept } from './concept.ts';
import { conditions } from './conditions.ts';
import { drugs } from './drugs.ts';
import { findings } from './findings.ts';
import { operations } from './operations.ts';
import { procedures } from './procedures.ts';
import { routes } from './routes.ts';

/** Every concept of the terminology. */
export const concepts: readonly Concept[] = [
  ...drugs,
  ...routes,
  ...conditions,
  ...findings,
  ...procedures,
  ...operations,
];

/** Concepts by preferred name. */
export const conceptByName: ReadonlyMap<string, Concept> = new Map(
  concepts.map((concept) => [concept.name, concept]),
);
