import {
  type EventMetadata,
  eventMetadataSchema,
  type NewEvent,
  type RecordedEvent,
  type StreamId,
} from '../../../domain/kernel/event.ts';
import type { EventRegistry } from '../../../domain/kernel/event-registry.ts';
import { Failure, failure, unwrap } from '../../../domain/kernel/failure.ts';
import { isStreamId } from '../../../domain/kernel/identifiers.ts';
import { sameData } from '../../../domain/kernel/same-data.ts';
import {
  compileSensitivePaths,
  mapSensitive,
  type SensitivePaths,
} from '../../../domain/privacy/sensitive-paths.ts';
import {
  type StoredEvent,
  type UnreadableEvent,
  type UnreadableReason,
  unreadableFailure,
} from '../../../ports/event-store.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import { countSealedValues, mapSealed, mayHoldSealedValue, openValue, sealValue } from './sealed-value.ts';
import { subjectErased } from './subject-erased.ts';

/** An event as a store keeps it: JSON texts whose sensitive fields are ciphertext. */
export type SerializedEvent = {
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly data: string;
  readonly metadata: string;
  /** The key of the vault with which its sensitive fields are sealed. */
  readonly keyId?: string;
};

/** What reading a stored event yields: the event, or why it cannot be read. */
export type DecodedEvent =
  | { readonly readable: true; readonly event: RecordedEvent }
  | { readonly readable: false; readonly event: UnreadableEvent };

/** The only way between typed events and what is stored. */
export type EventSerializer = {
  /**
   * Validates, encrypts the fields marked sensitive with the key of `metadata.subject`, and writes JSON whose members
   * are in the order of the schema. Rejects with `internal_error` for invalid events and for sensitive content
   * without a subject, and with `rule_violated` when the subject has been erased.
   */
  readonly serialize: (events: readonly NewEvent[]) => Promise<readonly SerializedEvent[]>;
  /**
   * Decrypts, upcasts and validates, each event by itself. Fields of erased subjects read as their `erasedAs`. Rejects
   * only when the vault cannot be asked: then nothing is known about any of them.
   */
  readonly decode: (rows: readonly StoredEvent[]) => Promise<readonly DecodedEvent[]>;
  /**
   * Whether a stored event says what an event says that somebody wants to store: the same type, subject and data. Stored
   * texts cannot be compared, since nothing is ever encrypted twice to the same text, and a hash of the content beside
   * them would outlive the key; so the stored one is read, and brought up to date when an older version wrote it.
   * Rejects with its failure when it cannot be read.
   */
  readonly says: (stored: StoredEvent, event: NewEvent) => Promise<boolean>;
};

type Keys = ReadonlyMap<string, Uint8Array | undefined>;
const noKeys: Keys = new Map();

/** Facts for an operator; never the content. */
const broken = (
  message: string,
  event: { readonly id: string; readonly type: string },
  cause?: unknown,
): Failure =>
  new Failure(failure('internal_error', message, { details: { eventId: event.id, type: event.type } }), {
    cause,
  });

const parseMetadata = (
  metadata: unknown,
  event: { readonly id: string; readonly type: string },
): EventMetadata => {
  const parsed = eventMetadataSchema.safeParse(metadata);
  if (parsed.success) return parsed.data;
  throw broken(`The metadata of a ${event.type} event does not match its schema.`, event);
};

const parseJson = (text: string, event: { readonly id: string; readonly type: string }): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which can be PHI.
    throw broken(`A stored ${event.type} event is not valid JSON.`, event);
  }
};

/** An event that passed validation, with what is left to do to it. */
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

/** Builds the serializer for the registered event types. Marks are looked up here, once, not per event. */
export const createEventSerializer = ({
  registry,
  vault,
}: {
  readonly registry: EventRegistry;
  readonly vault: KeyVault;
}): EventSerializer => {
  const sensitivePaths = compileAll(registry);

  const prepare = (event: NewEvent): Prepared => {
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

  const write = (
    { event, data, metadata, schemaVersion, sensitive }: Prepared,
    keys: Keys,
  ): SerializedEvent => {
    const key = metadata.subject === undefined ? undefined : keys.get(metadata.subject);
    if (sensitive && !key) throw subjectErased(event.type);
    let sealed = 0;
    const json = JSON.stringify(
      sensitive && key
        ? mapSensitive(sensitive, data, (value, pointer, erasedAs) => {
            sealed += 1;
            return sealValue(value, erasedAs, key, event.id, pointer);
          })
        : data,
    );
    if (countSealedValues(json) !== sealed) {
      throw broken(
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

  const read = (row: StoredEvent, streamId: StreamId, metadata: EventMetadata, keys: Keys): RecordedEvent => {
    let data = parseJson(row.data, row);
    if (mayHoldSealedValue(row.data)) data = openAll(data, row, metadata, keys);
    return {
      id: row.id,
      type: row.type,
      schemaVersion: registry.definitions.get(row.type)?.schemaVersion ?? row.schemaVersion,
      data: unwrap(registry.upcast(row.type, row.schemaVersion, data)),
      metadata,
      streamId,
      revision: row.revision,
      position: row.position,
      recordedAt: row.recordedAt,
    };
  };

  /** What only a newer version can have written. Looked at first: the rest of such an event means nothing here. */
  const ofNewerVersion = (row: StoredEvent): DecodedEvent | undefined => {
    const known = registry.definitions.get(row.type)?.schemaVersion;
    if (known === undefined) {
      return unreadable(row, 'unknown_type', `This version of the program knows no event type ${row.type}.`);
    }
    if (row.schemaVersion <= known) return undefined;
    return unreadable(
      row,
      'newer_version',
      `A ${row.type} event has schema version ${row.schemaVersion}; this program knows versions up to ${known}. ` +
        'Start a newer version of the program.',
    );
  };

  const decodeOne = (row: StoredEvent, metadata: EventMetadata | Failure, keys: Keys): DecodedEvent => {
    const newer = ofNewerVersion(row);
    if (newer) return newer;
    const { streamId } = row;
    if (!isStreamId(streamId)) {
      return unreadable(
        row,
        'unknown_category',
        `A ${row.type} event stands in a stream of no known category.`,
      );
    }
    if (metadata instanceof Failure) return unreadable(row, 'invalid', metadata.message);
    const hasKey = metadata.subject !== undefined && keys.has(metadata.subject);
    if (!hasKey && countSealedValues(row.data) > 0) {
      return unreadable(row, 'missing_key', `The key to a stored ${row.type} event is missing or damaged.`);
    }
    try {
      return { readable: true, event: read(row, streamId, metadata, keys) };
    } catch (error) {
      // A failure of ours quotes no content; what an upcaster throws may.
      const message =
        error instanceof Failure ? error.message : `A stored ${row.type} event cannot be brought up to date.`;
      return unreadable(row, 'invalid', message);
    }
  };

  /** One damaged key must not hide the content of others: it is left out, like one that is missing. */
  const readableKeys = async (subjects: readonly string[]): Promise<Keys> => {
    try {
      return await keysOf(subjects, vault.existingKeys);
    } catch (error) {
      if (!isDamage(error)) throw error;
    }
    const keys = new Map<string, Uint8Array | undefined>();
    for (const subject of new Set(subjects)) {
      try {
        for (const [known, key] of await vault.existingKeys([subject])) keys.set(known, key);
      } catch (error) {
        if (!isDamage(error)) throw error;
      }
    }
    return keys;
  };

  const decode: EventSerializer['decode'] = async (rows) => {
    const metadata = rows.map(metadataOf);
    const subjects = rows.flatMap((row, index) => {
      const known = metadata[index];
      return mayHoldSealedValue(row.data) && known && !(known instanceof Failure)
        ? (known.subject ?? [])
        : [];
    });
    const keys = await readableKeys(subjects);
    return rows.map((row, index) =>
      row.flaw === undefined
        ? decodeOne(row, metadata[index] ?? metadataOf(row), keys)
        : unreadable(row, 'invalid', row.flaw),
    );
  };

  return {
    serialize: async (events) => {
      const prepared = events.map(prepare);
      const keys = await keysOf(prepared.flatMap(subjectToSeal), vault.keysFor);
      return prepared.map((one) => write(one, keys));
    },
    decode,
    says: async (stored, event) => {
      const [decoded] = await decode([stored]);
      if (!decoded) return false;
      if (!decoded.readable) throw unreadableFailure(decoded.event);
      const { type, metadata, data } = decoded.event;
      // As it would be read back: JSON has no -0, no undefined.
      const written: unknown = JSON.parse(JSON.stringify(unwrap(registry.validate(event))));
      return type === event.type && metadata.subject === event.metadata.subject && sameData(written, data);
    },
  };
};
/** Whether the vault says that a key is damaged, and not that it cannot be asked. */
const isDamage = (error: unknown): boolean =>
  error instanceof Failure && error.reason.code === 'internal_error';

const metadataOf = (row: StoredEvent): EventMetadata | Failure => {
  try {
    return parseMetadata(parseJson(row.metadata, row), row);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
};

const unreadable = (row: StoredEvent, reason: UnreadableReason, message: string): DecodedEvent => ({
  readable: false,
  event: { ...row, reason, message },
});

const keysOf = async (subjects: readonly string[], ask: KeyVault['keysFor']): Promise<Keys> =>
  subjects.length === 0 ? noKeys : ask([...new Set(subjects)]);

const subjectToSeal = ({ event, metadata, sensitive }: Prepared): readonly string[] => {
  if (!sensitive) return [];
  if (metadata.subject !== undefined) return [metadata.subject];
  throw broken(`A ${event.type} event with sensitive content names no data subject.`, event);
};

const openAll = (data: unknown, row: StoredEvent, { subject }: EventMetadata, keys: Keys): unknown => {
  const key = subject === undefined ? undefined : keys.get(subject);
  return mapSealed(data, (sealed, pointer) => {
    if (!key) return sealed.$erased;
    try {
      return openValue(sealed, key, row.id, pointer);
    } catch (cause) {
      throw broken(
        `A sealed field of a stored ${row.type} event cannot be opened: it or its key was altered.`,
        row,
        cause,
      );
    }
  });
};
