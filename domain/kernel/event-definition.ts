import type { z } from 'zod';
import type { DomainEvent } from './event.ts';

/** Turns the data of one older schema version into the next version's shape. */
export type Upcaster = (data: unknown) => unknown;

/**
 * The definition of one event type. `upcasters[n]` lifts version `n` to `n + 1`; all versions below `schemaVersion`
 * must be covered.
 */
export type EventDefinition<Type extends string = string, Schema extends z.ZodType = z.ZodType> = {
  readonly type: Type;
  readonly schemaVersion: number;
  readonly schema: Schema;
  readonly upcasters: Readonly<Record<number, Upcaster>>;
};

/** The event that a definition describes. */
export type EventOf<Definition extends EventDefinition> =
  Definition extends EventDefinition<infer Type, infer Schema> ? DomainEvent<Type, z.output<Schema>> : never;

/** Declares an event type. `type` is PascalCase and in the past tense. */
export const defineEvent = <Type extends string, Schema extends z.ZodType>(
  type: Type,
  schema: Schema,
  versions: { readonly schemaVersion: number; readonly upcasters: Readonly<Record<number, Upcaster>> } = {
    schemaVersion: 1,
    upcasters: {},
  },
): EventDefinition<Type, Schema> => {
  for (let version = 1; version < versions.schemaVersion; version += 1) {
    if (!versions.upcasters[version]) throw new Error(`${type}: no upcaster from schema version ${version}`);
  }
  return { type, schema, ...versions };
};
