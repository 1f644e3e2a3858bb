import { createHash } from 'node:crypto';
import { type LogEntry, type LogPlace, openEnvelope } from './log-entry.ts';

/** An event of one of our streams with its number. */
export type NumberedRow = LogPlace & {
  readonly position: number;
  /** The stream name without the prefix. */
  readonly streamId: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly schemaVersion: number;
  readonly recordedAt: string;
  /** The size of its data. */
  readonly bytes: number;
  readonly flaw: Flaw | null;
};

/**
 * Why an event in one of our streams is not one of ours: this program did not write it, or another event has the same
 * id.
 */
type Flaw = 'foreign' | 'repeated_id';

/** A change by others to one of our streams, or its reversal (`message` absent). */
export type Finding = LogPlace & {
  readonly streamId: string;
  readonly kind: 'truncation' | 'deletion';
  readonly message?: string;
};

/** The events that are already numbered. */
export type NumberedEvents = {
  readonly head: number;
  /** When the event at the head was recorded. */
  readonly recordedAt: string | undefined;
  /** The last numbered revision of each stream in the batch, if there is one. */
  readonly revisions: ReadonlyMap<string, number>;
  /** The ids of the batch that are already numbered. */
  readonly ids: ReadonlySet<string>;
};

type Numbered = {
  readonly rows: readonly NumberedRow[];
  readonly findings: readonly Finding[];
  /** Why numbering has to stop; everything before that position is numbered. */
  readonly halt?: string;
};

/** The streams of KurrentDB that hold the settings of other streams. */
export const SETTINGS_PREFIX = '$$';
const TOMBSTONE = '$streamDeleted';
/** Foreign events can have any name. */
const MAX_NAME = 512;
const NIL = '00000000-0000-0000-0000-000000000000';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** A name that fits into a column: different names stay different, whatever their length and characters. */
const columnName = (name: string): string =>
  name.length <= MAX_NAME && !name.includes('\u0000')
    ? name
    : `${name.slice(0, 64).replaceAll('\u0000', ' ')}#${createHash('sha256').update(name).digest('hex')}`;

/** Our name of a stream, from its name in KurrentDB; `undefined` for foreign streams. */
export const streamIdIn = (prefix: string, stream: string): string | undefined =>
  stream.startsWith(prefix) ? columnName(stream.slice(prefix.length)) : undefined;

/** The settings with which KurrentDB hides and then drops events. */
const truncating = ['$tb', '$maxCount', '$maxAge'] as const;

const settingsFinding = (entry: LogEntry, streamId: string): Finding => {
  const place = { commit: entry.commit, prepare: entry.prepare, streamId, kind: 'truncation' } as const;
  let settings: unknown;
  try {
    settings = JSON.parse(Buffer.from(entry.data).toString('utf8') || '{}');
  } catch {
    return { ...place, message: 'Its settings in KurrentDB cannot be read.' };
  }
  const found = truncating.filter(
    (name) => typeof settings === 'object' && settings !== null && name in settings,
  );
  return found.length === 0
    ? place
    : {
        ...place,
        message: `Its settings in KurrentDB have ${found.join(', ')}: events are hidden, and dropped by the next scavenge.`,
      };
};

/**
 * The next numbers for a batch of `$all` in order. They depend only on the events: any node that numbers the same log,
 * in whatever batches, assigns the same numbers. Migrated events keep their original timestamps.
 *
 * Every event of our streams gets a number, so that none is skipped: events that others have written there get it with
 * a flaw. Revisions are dense within a stream; if one is missing, an event is lost, and the following events cannot
 * have their former numbers.
 */
export const numberEvents = (
  prefix: string,
  soFar: NumberedEvents,
  entries: readonly LogEntry[],
): Numbered => {
  const rows: NumberedRow[] = [];
  const findings: Finding[] = [];
  const revisions = new Map(soFar.revisions);
  const ids = new Set(soFar.ids);
  let { head, recordedAt } = soFar;
  for (const entry of entries) {
    if (entry.stream.startsWith(`${SETTINGS_PREFIX}${prefix}`)) {
      findings.push(
        settingsFinding(entry, columnName(entry.stream.slice(SETTINGS_PREFIX.length + prefix.length))),
      );
      continue;
    }
    const streamId = streamIdIn(prefix, entry.stream);
    if (streamId === undefined) continue;
    if (entry.type === TOMBSTONE) {
      findings.push({
        commit: entry.commit,
        prepare: entry.prepare,
        streamId,
        kind: 'deletion',
        message: 'It was permanently deleted in KurrentDB: the next scavenge removes its events.',
      });
      continue;
    }
    const last = revisions.get(streamId) ?? -1;
    if (entry.revision !== last + 1) {
      const halt = `The stream ${streamId} continues with revision ${entry.revision} in KurrentDB instead of ${last + 1}: events before it are lost there, or it was recreated.`;
      return { rows, findings, halt };
    }
    const envelope = entry.isJson && UUID.test(entry.id) ? openEnvelope(entry.metadata) : undefined;
    const flaw: Flaw | null = envelope === undefined ? 'foreign' : ids.has(entry.id) ? 'repeated_id' : null;
    head += 1;
    const instant = envelope?.recordedAt ?? entry.created;
    recordedAt = recordedAt === undefined || instant > recordedAt ? instant : recordedAt;
    revisions.set(streamId, entry.revision);
    if (flaw === null) ids.add(entry.id);
    rows.push({
      position: head,
      streamId,
      revision: entry.revision,
      id: UUID.test(entry.id) ? entry.id : NIL,
      type: columnName(entry.type),
      schemaVersion: envelope?.schemaVersion ?? 1,
      recordedAt,
      commit: entry.commit,
      prepare: entry.prepare,
      bytes: entry.data.byteLength,
      flaw,
    });
  }
  return { rows, findings };
};
