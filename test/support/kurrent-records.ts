import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

/** A record in the KurrentDB log. Its position is the byte offset of its start, and never changes. */
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

/** The records of a log, in order and by stream; stored as JSON lines if a file is given. */
export const openKurrentRecords = (file: string | undefined) => {
  let records: KurrentRecord[] = [];
  /** Indexed by stream, as on a server, so that the cost of one stream does not grow with the others. */
  let byStream = new Map<string, KurrentRecord[]>();
  let end = 0;
  /** Start positions of all past and present records: a scavenge moves none. */
  let places = new Set<number>();
  const put = (record: KurrentRecord): void => {
    records.push(record);
    const stream = byStream.get(record.stream);
    if (stream) stream.push(record);
    else byStream.set(record.stream, [record]);
    places.add(record.commit);
    end = record.commit + 100 + record.data.length + record.metadata.length;
  };
  if (file !== undefined && existsSync(file)) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      if (line === '') continue;
      const parsed: KurrentRecord | { readonly places: readonly number[] } = JSON.parse(line);
      if ('places' in parsed) places = new Set([...places, ...parsed.places]);
      else put(parsed);
    }
  }
  const keep = (wanted: (record: KurrentRecord) => boolean): void => {
    records = records.filter(wanted);
    byStream = Map.groupBy(records, ({ stream }) => stream);
  };
  const recordsOf = (stream: string): readonly KurrentRecord[] => byStream.get(stream) ?? [];
  return {
    all: (): readonly KurrentRecord[] => records,
    ofStream: recordsOf,
    streams: (): readonly string[] => [...byStream.keys()],
    lastRevision: (stream: string): number => recordsOf(stream).at(-1)?.revision ?? -1,
    /** Number of records that start before a position. */
    countBefore: (commit: number): number => {
      let [low, high] = [0, records.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((records[middle]?.commit ?? 0) >= commit) high = middle;
        else low = middle + 1;
      }
      return low;
    },
    /** Position of the next record. */
    end: (): number => end,
    /** Appends a record to the log. */
    add: (record: Omit<KurrentRecord, 'commit'>): KurrentRecord => {
      const placed = { commit: end, ...record };
      put(placed);
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(placed)}\n`);
      return placed;
    },
    /** True at the start of a past or present record, and at or past the end: a read may start there. */
    isPlace: (commit: number): boolean => places.has(commit) || commit >= end,
    /** Drops all records except the selected ones; only in memory. */
    keep,
    /** Copies the records in memory; the returned function restores them. */
    copy: (): (() => void) => {
      const [copied, copiedPlaces, copiedEnd] = [records, new Set(places), end];
      const kept = [...copied];
      return () => {
        records = [...kept];
        byStream = Map.groupBy(records, ({ stream }) => stream);
        places = new Set(copiedPlaces);
        end = copiedEnd;
      };
    },
    /** Drops all records from a position on, which becomes the end; only in memory. */
    cutFrom: (commit: number): void => {
      keep((record) => record.commit < commit);
      places = new Set([...places].filter((place) => place < commit));
      end = Math.min(end, commit);
    },
    /** Rewrites the file from memory. */
    rewriteFile: (): void => {
      if (file !== undefined)
        writeFileSync(
          file,
          [{ places: [...places] }, ...records].map((line) => `${JSON.stringify(line)}\n`).join(''),
        );
    },
  };
};
export type KurrentRecords = ReturnType<typeof openKurrentRecords>;
