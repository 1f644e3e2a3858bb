import { EventEmitter } from 'node:events';
import { type KurrentRecord, type KurrentRecords, openKurrentRecords } from './kurrent-records.ts';

export type ProposedRecord = Pick<KurrentRecord, 'id' | 'type' | 'isJson'> & {
  readonly data: Uint8Array;
  readonly metadata: Uint8Array;
};

/** -1: no stream; -2: any; -4: exists. */
export type Expectation = number;
export const NO_STREAM = -1;
export const ANY = -2;
export const EXISTS = -4;

export type WriteOutcome =
  | { readonly outcome: 'stored'; readonly revision: number; readonly commit: number }
  | { readonly outcome: 'wrong'; readonly actual: number }
  | { readonly outcome: 'deleted' };

export type StreamSettings = { readonly $tb?: number; readonly $maxCount?: number };

const TOMBSTONE = Number.MAX_SAFE_INTEGER;
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

const settingsOf = (records: KurrentRecords, stream: string): StreamSettings => {
  const record = records.ofStream(`$$${stream}`).at(-1);
  return record ? JSON.parse(Buffer.from(record.data, 'base64').toString('utf8')) : {};
};

/** True when all past and present events of a stream are hidden, until another one is appended. */
const isSoftlyDeleted = (records: KurrentRecords, stream: string): boolean =>
  (settingsOf(records, stream).$tb ?? 0) >= TOMBSTONE;

/** The ids remembered by the server: a bounded memory, which a restart empties. */
type RecentIds = ReadonlyMap<string, { readonly stream: string; readonly revision: number }>;

type Append = {
  readonly stream: string;
  readonly expected: Expectation;
  readonly proposed: readonly ProposedRecord[];
};

/** The server's outcome when it stores nothing; undefined when the records are to be stored. */
const outcomeWithoutStoring = (
  records: KurrentRecords,
  recentIds: RecentIds,
  { stream, expected, proposed }: Append,
): WriteOutcome | undefined => {
  const actual = records.lastRevision(stream);
  if (actual === TOMBSTONE) return { outcome: 'deleted' };
  const wrong: WriteOutcome = { outcome: 'wrong', actual };
  const repeated = (revision: number): WriteOutcome => ({
    outcome: 'stored',
    revision,
    commit: records.ofStream(stream).find((record) => record.revision === revision)?.commit ?? -1,
  });
  if (expected === EXISTS && isSoftlyDeleted(records, stream)) return { outcome: 'deleted' };
  if (expected === EXISTS && actual < 0 && records.lastRevision(`$$${stream}`) < 0) return wrong;
  if (expected === ANY || expected === EXISTS) {
    const known = proposed
      .map(({ id }) => recentIds.get(id))
      .map((one) => (one?.stream === stream ? one : undefined));
    if (known[0]) return known.every((one) => one) ? repeated(known.at(-1)?.revision ?? -1) : wrong;
  } else if (expected < actual) {
    const there = proposed.map(({ id }, index) =>
      records.ofStream(stream).some((r) => r.revision === expected + 1 + index && r.id === id),
    );
    if (proposed.length > 0 && there.every((one) => one)) return repeated(expected + proposed.length);
    const isRecreated = expected === NO_STREAM && there[0] === false && isSoftlyDeleted(records, stream);
    return isRecreated ? undefined : wrong;
  } else if (expected > actual) return wrong;
  return undefined;
};

/** A record written by the server itself. */
const serverRecord = (type: string, data: string): ProposedRecord => ({
  id: crypto.randomUUID(),
  type,
  isJson: data !== '',
  data: Buffer.from(data),
  metadata: Buffer.from(''),
});

/** Appends to a log with the server's idempotency. */
const createAppends = (records: KurrentRecords, onStored: () => void) => {
  let recentIds = new Map<string, { readonly stream: string; readonly revision: number }>();
  let now = (): number => Date.now();

  const store = (stream: string, revision: number, proposed: ProposedRecord): KurrentRecord => {
    const { id, type, isJson, data, metadata } = proposed;
    recentIds.set(id, { stream, revision });
    return records.add({
      stream,
      revision,
      id,
      type,
      isJson,
      created: String(BigInt(now()) * 10_000n),
      data: base64(data),
      metadata: base64(metadata),
    });
  };

  return {
    append: (stream: string, expected: Expectation, proposed: readonly ProposedRecord[]): WriteOutcome => {
      const outcome = outcomeWithoutStoring(records, recentIds, { stream, expected, proposed });
      if (outcome) return outcome;
      const actual = records.lastRevision(stream);
      const hidden = isSoftlyDeleted(records, stream) ? settingsOf(records, stream) : undefined;
      const commit = records.end();
      let last: KurrentRecord | undefined;
      for (const [index, one] of proposed.entries()) last = store(stream, actual + 1 + index, one);
      // An append makes the stream visible again, from there on.
      if (hidden !== undefined) {
        const settings = JSON.stringify({ ...hidden, $tb: actual + 1 });
        const name = `$$${stream}`;
        store(name, records.lastRevision(name) + 1, serverRecord('$metadata', settings));
      }
      onStored();
      return { outcome: 'stored', revision: last?.revision ?? actual, commit: last?.commit ?? commit };
    },
    /** Permanently deletes a stream, like `tombstone`. */
    tombstone: (stream: string): void => {
      store(stream, TOMBSTONE, serverRecord('$streamDeleted', ''));
      onStored();
    },
    forgetRecentIds: (): void => {
      recentIds = new Map();
    },
    setClock: (clock: () => number): void => {
      now = clock;
    },
  };
};

/** The revision below which stream metadata hides events. */
const hiddenBelow = (records: KurrentRecords, stream: string): number => {
  const { $tb = 0, $maxCount = Number.MAX_SAFE_INTEGER } = settingsOf(records, stream);
  return Math.max($tb, records.lastRevision(stream) - $maxCount + 1);
};

/** Removes hidden and deleted events. */
const scavenge = (records: KurrentRecords): void => {
  const deleted = new Set(
    records
      .all()
      .filter(({ revision }) => revision === TOMBSTONE)
      .map(({ stream }) => stream),
  );
  const hidden = new Map(records.streams().map((stream) => [stream, hiddenBelow(records, stream)]));
  records.keep(
    ({ stream, revision }) =>
      revision >= (hidden.get(stream) ?? 0) && (!deleted.has(stream) || revision === TOMBSTONE),
  );
  records.rewriteFile();
};

/**
 * The log of a KurrentDB, for one server or all nodes of a cluster: appends with the server's idempotency, stream
 * metadata, deletion and scavenging. Stored as JSON lines if a file is given.
 */
export const openKurrentLog = (file?: string) => {
  const records = openKurrentRecords(file);
  const changed = new EventEmitter();
  changed.setMaxListeners(0);
  const { append, ...appends } = createAppends(records, () => changed.emit('changed'));

  // The server's own records, so that no position of ours equals that in a log with only our events.
  if (records.all().length === 0) append('$users', ANY, [serverRecord('$User', '{}')]);

  return {
    records: records.all,
    countBefore: records.countBefore,
    /** The visible events of a stream. */
    visibleOf: (stream: string): readonly KurrentRecord[] => {
      const from = hiddenBelow(records, stream);
      return records.ofStream(stream).filter(({ revision }) => revision >= from);
    },
    lastRevision: records.lastRevision,
    isDeleted: (stream: string): boolean => records.lastRevision(stream) === TOMBSTONE,
    append,
    ...appends,
    /** Hides all events of a stream, like `delete`, until another one is appended. */
    softDelete: (stream: string): void => {
      append(`$$${stream}`, ANY, [serverRecord('$metadata', `{"$tb":${TOMBSTONE}}`)]);
    },
    setSettings: (stream: string, settings: StreamSettings): void => {
      append(`$$${stream}`, ANY, [serverRecord('$metadata', JSON.stringify(settings))]);
    },
    scavenge: () => scavenge(records),
    /** Drops all records from a position on, like restoring an older backup. */
    cutFrom: records.cutFrom,
    /** Copies the log; the returned function restores the copy. */
    copy: records.copy,
    isPlace: records.isPlace,
    end: records.end,
    onChanged: (listener: () => void): (() => void) => {
      changed.on('changed', listener);
      return () => changed.off('changed', listener);
    },
  };
};
export type KurrentLog = ReturnType<typeof openKurrentLog>;
