import type { EventMetadata, RecordedEvent, StreamId } from '../../../domain/kernel/event.ts';
import type { EventRegistry } from '../../../domain/kernel/event-registry.ts';
import { Failure, unwrap } from '../../../domain/kernel/failure.ts';
import { isStreamId } from '../../../domain/kernel/identifiers.ts';
import { isNewerVersionFailure } from '../../../domain/kernel/newer-version.ts';
import type { StoredEvent, UnreadableReason } from '../../../ports/event-store.ts';
import { brokenEvent, parseMetadata } from './broken-event.ts';
import type { DecodedEvent } from './decoded-event.ts';
import { countSealedValues, mapSealed, mayHoldSealedValue, openValue } from './sealed-value.ts';
import type { SubjectKeys } from './subject-keys.ts';

const parseJson = (text: string, event: { readonly id: string; readonly type: string }): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    // The parser's own message quotes the text, which can be PHI.
    throw brokenEvent(`A stored ${event.type} event is not valid JSON.`, event);
  }
};

/** The metadata of a stored event, or why it cannot be read. */
export const metadataOf = (row: StoredEvent): EventMetadata | Failure => {
  try {
    return parseMetadata(parseJson(row.metadata, row), row);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
};

export const unreadable = (row: StoredEvent, reason: UnreadableReason, message: string): DecodedEvent => ({
  readable: false,
  event: { ...row, reason, message },
});

/** The data with its sealed values opened, and whether their key is destroyed, so that replacements stand for them. */
const openAll = (
  sealedData: unknown,
  row: StoredEvent,
  { subject }: EventMetadata,
  keys: SubjectKeys,
): { readonly data: unknown; readonly erased: boolean } => {
  const key = subject === undefined ? undefined : keys.get(subject);
  let erased = false;
  const data = mapSealed(sealedData, (sealed, pointer) => {
    if (!key) {
      erased = true;
      return sealed.$erased;
    }
    try {
      return openValue(sealed, key, row.id, pointer);
    } catch (cause) {
      throw brokenEvent(
        `A sealed field of a stored ${row.type} event cannot be opened: it or its key was altered.`,
        row,
        cause,
      );
    }
  });
  return { data, erased };
};

type ReadEvent = (row: StoredEvent, metadata: EventMetadata | Failure, keys: SubjectKeys) => DecodedEvent;

/** Reads stored events of the registered types. Stored content, however broken, never makes it throw. */
export const createEventReader = (registry: EventRegistry): ReadEvent => {
  const read = (
    row: StoredEvent,
    streamId: StreamId,
    metadata: EventMetadata,
    keys: SubjectKeys,
  ): RecordedEvent => {
    const stored = parseJson(row.data, row);
    const { data, erased } = mayHoldSealedValue(row.data)
      ? openAll(stored, row, metadata, keys)
      : { data: stored, erased: false };
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
      ...(erased ? { erased: true } : {}),
    };
  };

  /**
   * Rejects events that only a newer version can have written. Checked first: this version cannot validate the rest of
   * such an event.
   */
  const newerVersionFailure = (row: StoredEvent): DecodedEvent | undefined => {
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

  return (row, metadata, keys) => {
    const newer = newerVersionFailure(row);
    if (newer) return newer;
    const { streamId } = row;
    if (!isStreamId(streamId)) {
      return unreadable(row, 'unknown_category', `A ${row.type} event is in a stream of no known category.`);
    }
    const reasonFor = (error: unknown) => (isNewerVersionFailure(error) ? 'newer_version' : 'invalid');
    if (metadata instanceof Failure) return unreadable(row, reasonFor(metadata), metadata.message);
    const hasKey = metadata.subject !== undefined && keys.has(metadata.subject);
    if (!hasKey && countSealedValues(row.data) > 0) {
      return unreadable(row, 'missing_key', `The key to a stored ${row.type} event is missing or damaged.`);
    }
    try {
      return { readable: true, event: read(row, streamId, metadata, keys) };
    } catch (error) {
      // Our own failures quote no content; an error thrown by an upcaster may.
      const message =
        error instanceof Failure ? error.message : `A stored ${row.type} event cannot be brought up to date.`;
      return unreadable(row, reasonFor(error), message);
    }
  };
};
