import type { EventDefinition } from '../kernel/event-definition.ts';
import { type JsonSchema, publicSchemaOf } from './public-schema.ts';

/** The published schema of one version of an event type. */
export type PublishedSchema = {
  readonly type: string;
  readonly version: number;
  /** The schema of the `data` of a published event. */
  readonly schema: JsonSchema;
};

/**
 * Schemas of versions that are no longer written. A change that raises the version of an event type must add the
 * previous schema here, as in the test's record of all published schemas: events published with it still exist.
 */
const formerSchemas: readonly PublishedSchema[] = [];

/** All versions of these event types ever published, by type and version. */
export const publishedSchemas = (definitions: readonly EventDefinition[]): readonly PublishedSchema[] =>
  [
    ...formerSchemas,
    ...definitions.map((definition) => ({
      type: definition.type,
      version: definition.schemaVersion,
      schema: publicSchemaOf(definition),
    })),
  ].toSorted((one, other) => one.type.localeCompare(other.type, 'en') || one.version - other.version);
