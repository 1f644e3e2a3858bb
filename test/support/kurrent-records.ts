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

/** The records of a log, in order and by stream; kept in a file of JSON lines where one is named. */
export const openKurrentRecords = (file: string | undefined) => {
  let records: KurrentRecord[] = [];
  /** The same by stream: a server has an index, and what one stream costs must not grow with the others. */
  let byStream = new Map<string, KurrentRecord[]>();
  let end = 0;
  /** Where a record begins or began: a scavenge moves none. */
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
    /** Where the next record begins. */
    end: (): number => end,
    /** Adds a record at the end of the log. */
    add: (record: Omit<KurrentRecord, 'commit'>): KurrentRecord => {
      const placed = { commit: end, ...record };
      put(placed);
      if (file !== undefined) appendFileSync(file, `${JSON.stringify(placed)}\n`);
      return placed;
    },
    /** Whether a reading may begin there: where a record begins or began, or at or past the end. */
    isPlace: (commit: number): boolean => places.has(commit) || commit >= end,
    /** Loses all records but those that are wanted; in memory alone. */
    keep,
    /** Keeps a copy in memory; the returned function restores it. */
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
    /** Loses all records from a place on, which becomes the end; in memory alone. */
    cutFrom: (commit: number): void => {
      keep((record) => record.commit < commit);
      places = new Set([...places].filter((place) => place < commit));
      end = Math.min(end, commit);
    },
    /** Makes the file what is in memory. */
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
