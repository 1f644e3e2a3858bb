import type { EventMetadata, NewEvent } from '../../../domain/kernel/event.ts';
import type { EventRegistry } from '../../../domain/kernel/event-registry.ts';
import { unwrap } from '../../../domain/kernel/failure.ts';
import {
  compileSensitivePaths,
  mapSensitive,
  type SensitivePaths,
} from '../../../domain/privacy/sensitive-paths.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import { brokenEvent, parseMetadata } from './broken-event.ts';
import { countSealedValues, sealValue } from './sealed-value.ts';
import type { SerializedEvent } from './serialized-event.ts';
import { subjectErased } from './subject-erased.ts';
import type { SubjectKeys } from './subject-keys.ts';

/** A validated event that is not sealed yet. */
type Prepared = {
  readonly event: NewEvent;
  readonly schemaVersion: number;
  readonly data: unknown;
  readonly metadata: EventMetadata;
  readonly sensitive: SensitivePaths | undefined;
};

const compileAll = (registry: EventRegistry): ReadonlyMap<string, SensitivePaths> => {
  const compiled = new Map<string, SensitivePaths>();
  for (const [type, definition] of registry.definitions) {
    const paths = compileSensitivePaths(definition.schema);
    if (paths) compiled.set(type, paths);
  }
  return compiled;
};

const holdsSensitive = (paths: SensitivePaths, data: unknown): boolean => {
  let found = false;
  mapSensitive(paths, data, () => {
    found = true;
    return undefined;
  });
  return found;
};

/** The subject whose key seals an event; empty if nothing in it is sensitive. */
export const subjectToSeal = ({ event, metadata, sensitive }: Prepared): readonly string[] => {
  if (!sensitive) return [];
  if (metadata.subject !== undefined) return [metadata.subject];
  throw brokenEvent(`A ${event.type} event with sensitive content names no data subject.`, event);
};

type EventWriter = {
  /** Validates an event. */
  readonly prepare: (event: NewEvent) => Prepared;
  /** Seals the sensitive fields and writes JSON. */
  readonly write: (prepared: Prepared, keys: SubjectKeys) => SerializedEvent;
};

/** Writes events of the registered types. Looks up the sensitive paths of each type once, not per event. */
export const createEventWriter = (registry: EventRegistry, vault: Pick<KeyVault, 'keyIdOf'>): EventWriter => {
  const sensitivePaths = compileAll(registry);

  const prepare: EventWriter['prepare'] = (event) => {
    const data = unwrap(registry.validate(event));
    const paths = sensitivePaths.get(event.type);
    return {
      event,
      data,
      schemaVersion: registry.definitions.get(event.type)?.schemaVersion ?? 1,
      metadata: parseMetadata(event.metadata, event),
      sensitive: paths && holdsSensitive(paths, data) ? paths : undefined,
    };
  };

  const write: EventWriter['write'] = ({ event, data, metadata, schemaVersion, sensitive }, keys) => {
    const key = metadata.subject === undefined ? undefined : keys.get(metadata.subject);
    if (sensitive && !key) throw subjectErased(event.type);
    let sealed = 0;
    const json = JSON.stringify(
      sensitive && key
        ? mapSensitive(sensitive, data, (value, pointer, erasedAs) => {
            sealed += 1;
            return sealValue({ value, erasedAs }, key, event.id, pointer);
          })
        : data,
    );
    if (countSealedValues(json) !== sealed) {
      throw brokenEvent(
        `The data of a ${event.type} event looks like a sealed value and could not be read back.`,
        event,
      );
    }
    return {
      id: event.id,
      type: event.type,
      schemaVersion,
      data: json,
      metadata: JSON.stringify(metadata),
      ...(sealed > 0 && metadata.subject !== undefined ? { keyId: vault.keyIdOf(metadata.subject) } : {}),
    };
  };

  return { prepare, write };
};
