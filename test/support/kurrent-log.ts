import { EventEmitter } from 'node:events';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

/** A record of the log of KurrentDB. Its place is the byte at which it begins, and never moves. */
export type KurrentRecord = {
  readonly commit: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly isJson: boolean;
  /** Ticks of 100 ns since 1970. */
  readonly created: string;
  readonly data: string;
  readonly metadata: string;
};

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

/**
 * The log of a KurrentDB, for one server or for all nodes of a cluster: appending with the server's own idempotency,
 * settings of streams, deletion, scavenging. Kept in a file of JSON lines where one is named.
 */
export const openKurrentLog = (file?: string) => {
  let records: KurrentRecord[] = [];
  /** The same by stream: a server has an index, and what one stream costs must not grow with the others. */
  let byStream = new Map<string, KurrentRecord[]>();
  let end = 0;
  /** Ids as the server remembers them: a bounded memory, which a restart empties. */
  let recentIds = new Map<string, { readonly stream: string; readonly revision: number }>();
  const changed = new EventEmitter();
  changed.setMaxListeners(0);
  let now = (): number => Date.now();

  const put = (record: KurrentRecord): void => {
    records.push(record);
    const stream = byStream.get(record.stream);
    if (stream) stream.push(record);
    else byStream.set(record.stream, [record]);
    end = record.commit + 100 + record.data.length + record.metadata.length;
  };
  if (file !== undefined && existsSync(file)) {
    for (const line of readFileSync(file, 'utf8').split('\n')) if (line !== '') put(JSON.parse(line));
  }
  const keep = (wanted: (record: KurrentRecord) => boolean): void => {
    records = records.filter(wanted);
    byStream = Map.groupBy(records, ({ stream }) => stream);
  };
  const recordsOf = (stream: string): readonly KurrentRecord[] => byStream.get(stream) ?? [];
  const lastRevision = (stream: string): number => recordsOf(stream).at(-1)?.revision ?? -1;

  const store = (stream: string, revision: number, proposed: ProposedRecord): KurrentRecord => {
    const record: KurrentRecord = {
      commit: end,
      stream,
      revision,
      id: proposed.id,
      type: proposed.type,
      isJson: proposed.isJson,
      created: String(BigInt(now()) * 10_000n),
      data: base64(proposed.data),
      metadata: base64(proposed.metadata),
    };
    put(record);
    if (file !== undefined) appendFileSync(file, `${JSON.stringify(record)}\n`);
    recentIds.set(proposed.id, { stream, revision });
    return record;
  };

  const append = (
    stream: string,
    expected: Expectation,
    proposed: readonly ProposedRecord[],
  ): WriteOutcome => {
    const actual = lastRevision(stream);
    if (actual === TOMBSTONE) return { outcome: 'deleted' };
    const wrong: WriteOutcome = { outcome: 'wrong', actual };
    const repeated = (revision: number): WriteOutcome => ({
      outcome: 'stored',
      revision,
      commit: recordsOf(stream).find((record) => record.revision === revision)?.commit ?? -1,
    });
    if (expected === EXISTS && actual < 0) return wrong;
    if (expected === ANY || expected === EXISTS) {
      const known = proposed
        .map(({ id }) => recentIds.get(id))
        .map((one) => (one?.stream === stream ? one : undefined));
      if (known[0]) return known.every((one) => one) ? repeated(known.at(-1)?.revision ?? -1) : wrong;
    } else if (expected < actual) {
      const there = proposed.map(({ id }, index) =>
        recordsOf(stream).some((r) => r.revision === expected + 1 + index && r.id === id),
      );
      return there.every((one) => one) ? repeated(expected + proposed.length) : wrong;
    } else if (expected > actual) return wrong;
    let last: KurrentRecord | undefined;
    for (const [index, one] of proposed.entries()) last = store(stream, actual + 1 + index, one);
    changed.emit('changed');
    return { outcome: 'stored', revision: last?.revision ?? actual, commit: last?.commit ?? -1 };
  };

  const settingsOf = (stream: string): StreamSettings => {
    const record = recordsOf(`$$${stream}`).at(-1);
    return record ? JSON.parse(Buffer.from(record.data, 'base64').toString('utf8')) : {};
  };

  /** Below this revision its settings hide a stream. */
  const hiddenBelow = (stream: string): number => {
    const { $tb = 0, $maxCount = Number.MAX_SAFE_INTEGER } = settingsOf(stream);
    return Math.max($tb, lastRevision(stream) - $maxCount + 1);
  };

  const setSettings = (stream: string, settings: StreamSettings): void => {
    append(`$$${stream}`, ANY, [
      {
        id: crypto.randomUUID(),
        type: '$metadata',
        isJson: true,
        data: Buffer.from(JSON.stringify(settings)),
        metadata: Buffer.from(''),
      },
    ]);
  };

  // What a server writes about itself, so that no place of ours is where it would be in a log of our own.
  if (records.length === 0)
    append('$users', ANY, [
      {
        id: crypto.randomUUID(),
        type: '$User',
        isJson: true,
        data: Buffer.from('{}'),
        metadata: Buffer.from(''),
      },
    ]);

  return {
    records: (): readonly KurrentRecord[] => records,
    /** How many records begin before a place. */
    countBefore: (commit: number): number => {
      let [low, high] = [0, records.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((records[middle]?.commit ?? 0) >= commit) high = middle;
        else low = middle + 1;
      }
      return low;
    },
    /** What a reading of the stream shows. */
    visibleOf: (stream: string): readonly KurrentRecord[] => {
      const from = hiddenBelow(stream);
      return recordsOf(stream).filter(({ revision }) => revision >= from);
    },
    lastRevision,
    isDeleted: (stream: string): boolean => lastRevision(stream) === TOMBSTONE,
    append,
    setSettings,
    /** Deletes a stream for ever, as `tombstone` does. */
    tombstone: (stream: string): void => {
      store(stream, TOMBSTONE, {
        id: crypto.randomUUID(),
        type: '$streamDeleted',
        isJson: false,
        data: Buffer.from(''),
        metadata: Buffer.from(''),
      });
      changed.emit('changed');
    },
    /** Drops what settings hide and what was deleted. */
    scavenge: (): void => {
      const deleted = new Set(
        records.filter(({ revision }) => revision === TOMBSTONE).map(({ stream }) => stream),
      );
      const hidden = new Map([...byStream.keys()].map((stream) => [stream, hiddenBelow(stream)]));
      keep(
        ({ stream, revision }) =>
          revision >= (hidden.get(stream) ?? 0) && (!deleted.has(stream) || revision === TOMBSTONE),
      );
      if (file !== undefined)
        writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    },
    /** Loses all records from a place on, as a log does that is restored from an older backup. */
    cutFrom: (commit: number): void => {
      keep((record) => record.commit < commit);
    },
    forgetRecentIds: (): void => {
      recentIds = new Map();
    },
    setClock: (clock: () => number): void => {
      now = clock;
    },
    onChanged: (listener: () => void): (() => void) => {
      changed.on('changed', listener);
      return () => changed.off('changed', listener);
    },
  };
};
export type KurrentLog = ReturnType<typeof openKurrentLog>;
