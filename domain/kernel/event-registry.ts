import type { DomainEvent } from './event.ts';
import type { EventDefinition } from './event-definition.ts';
import { type FailureReason, failure } from './failure.ts';
import { hasOnlyUnknownMembers, newerVersionFailure } from './newer-version.ts';
import { err, ok, type Result } from './result.ts';

/** All event types that exist, and the only way from stored data to typed events and back. */
export type EventRegistry = {
  readonly definitions: ReadonlyMap<string, EventDefinition>;
  /** Validates data that is about to be stored. */
  readonly validate: (event: DomainEvent) => Result<unknown, FailureReason>;
  /** Lifts stored data of any known version to the current one and validates it. */
  readonly upcast: (type: string, schemaVersion: number, data: unknown) => Result<unknown, FailureReason>;
};

const unknownType = (type: string): FailureReason =>
  failure('internal_error', `No event type "${type}" is registered.`, { details: { type } });

/** Collects event definitions. Throws on two definitions of one type, so that the process does not start. */
export const createEventRegistry = (definitions: readonly EventDefinition[]): EventRegistry => {
  const byType = new Map<string, EventDefinition>();
  for (const definition of definitions) {
    if (byType.has(definition.type)) throw new Error(`Event type ${definition.type} is defined twice.`);
    byType.set(definition.type, definition);
  }

  const readStored = (definition: EventDefinition, data: unknown): Result<unknown, FailureReason> => {
    const { error } = definition.schema.safeParse(data);
    return error && hasOnlyUnknownMembers(error.issues)
      ? err(newerVersionFailure(`The data of a ${definition.type} event`, { type: definition.type }))
      : parse(definition, data);
  };

  const parse = (definition: EventDefinition, data: unknown): Result<unknown, FailureReason> => {
    const parsed = definition.schema.safeParse(data);
    if (parsed.success) return ok(parsed.data);
    // Only paths and rules are reported: the offending values may be PHI.
    const issues = parsed.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.code }));
    return err(
      failure('internal_error', `The data of a ${definition.type} event does not match its schema.`, {
        details: { type: definition.type, issues },
      }),
    );
  };

  return {
    definitions: byType,
    validate: (event) => {
      const definition = byType.get(event.type);
      return definition ? parse(definition, event.data) : err(unknownType(event.type));
    },
    upcast: (type, schemaVersion, data) => {
      const definition = byType.get(type);
      if (!definition) return err(unknownType(type));
      if (schemaVersion > definition.schemaVersion) {
        return err(
          failure(
            'internal_error',
            `A ${type} event has schema version ${schemaVersion}; this program knows versions up to ` +
              `${definition.schemaVersion}. Start a newer version of the program.`,
          ),
        );
      }
      let current = data;
      for (let version = schemaVersion; version < definition.schemaVersion; version += 1) {
        const upcaster = definition.upcasters[version];
        if (upcaster) current = upcaster(current);
      }
      return readStored(definition, current);
    },
  };
};
