import type { NewEvent } from '../../../domain/kernel/event.ts';
import type { EventRegistry } from '../../../domain/kernel/event-registry.ts';
import { Failure, unwrap } from '../../../domain/kernel/failure.ts';
import { sameData } from '../../../domain/kernel/same-data.ts';
import { type StoredEvent, unreadableFailure } from '../../../ports/event-store.ts';
import type { KeyVault } from '../../../ports/key-vault.ts';
import type { DecodedEvent } from './decoded-event.ts';
import { createEventReader, metadataOf, unreadable } from './read-event.ts';
import { mayHoldSealedValue } from './sealed-value.ts';
import type { SerializedEvent } from './serialized-event.ts';
import { keysOf, type SubjectKeys } from './subject-keys.ts';
import { createEventWriter, subjectToSeal } from './write-event.ts';

/** The only conversion between typed events and their stored form. */
export type EventSerializer = {
  /**
   * Validates, encrypts the fields marked sensitive with the key of `metadata.subject`, and writes JSON whose members
   * are in the order of the schema. Rejects with `internal_error` for invalid events and for sensitive content
   * without a subject, and with `rule_violated` when the subject has been erased.
   */
  readonly serialize: (events: readonly NewEvent[]) => Promise<readonly SerializedEvent[]>;
  /**
   * Decrypts, upcasts and validates each event independently. Fields of erased subjects read as their `erasedAs`.
   * Rejects only if the vault is unavailable.
   */
  readonly decode: (rows: readonly StoredEvent[]) => Promise<readonly DecodedEvent[]>;
  /**
   * True when a stored event equals one to be stored: the same type, subject and data. Stored texts cannot be
   * compared, because encryption never yields the same text twice, and a stored hash of the content would outlive the
   * key. So the stored event is decoded, and upcast if an older version wrote it. Rejects if it cannot be read.
   */
  readonly says: (stored: StoredEvent, event: NewEvent) => Promise<boolean>;
};

/** True when the vault reports a damaged key, false when it is unavailable. */
const isDamage = (error: unknown): boolean =>
  error instanceof Failure && error.reason.code === 'internal_error';

/** Builds the serializer for the registered event types. */
export const createEventSerializer = ({
  registry,
  vault,
}: {
  readonly registry: EventRegistry;
  readonly vault: KeyVault;
}): EventSerializer => {
  const { prepare, write } = createEventWriter(registry, vault);
  const decodeOne = createEventReader(registry);

  /** One damaged key must not hide the content of others: it is omitted, like a missing one. */
  const readableKeys = async (subjects: readonly string[]): Promise<SubjectKeys> => {
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
      // As it would be read back: JSON has neither -0 nor undefined.
      const written: unknown = JSON.parse(JSON.stringify(unwrap(registry.validate(event))));
      return type === event.type && metadata.subject === event.metadata.subject && sameData(written, data);
    },
  };
};
