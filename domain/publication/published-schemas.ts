import type { EventDefinition } from '../kernel/event-definition.ts';
import { type JsonSchema, publicSchemaOf } from './public-schema.ts';

/** What is published about one version of an event type. */
export type PublishedSchema = {
  readonly type: string;
  readonly version: number;
  /** Of the `data` of such an event outside. */
  readonly schema: JsonSchema;
};

/**
 * Schemas of versions that are no longer written. A change that raises the version of an event type puts the schema of
 * the one before it here, as the test's record of all published schemas has it: events that were published by it are
 * still around.
 */
const formerSchemas: readonly PublishedSchema[] = [];

/** All versions of these event types that were ever published, by type and version. */
export const publishedSchemas = (definitions: readonly EventDefinition[]): readonly PublishedSchema[] =>
  [
    ...formerSchemas,
    ...definitions.map((definition) => ({
      type: definition.type,
      version: definition.schemaVersion,
      schema: publicSchemaOf(definition),
    })),
  ].toSorted((one, other) => one.type.localeCompare(other.type, 'en') || one.version - other.version);
