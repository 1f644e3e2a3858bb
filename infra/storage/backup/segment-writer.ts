import { join } from 'node:path';
import type { StoredEvent } from '../../../ports/event-store.ts';
import { LOG_FOLDER, segmentFile } from './backup-files.ts';
import { type DraftFile, draftFile } from './durable-file.ts';
import type { Segment } from './manifest.ts';

type SegmentWriter = {
  /** The segments that are on disk. */
  readonly segments: readonly Segment[];
  /** Appends events; returns their size in bytes. */
  readonly write: (events: readonly StoredEvent[]) => Promise<number>;
  /** Completes the last file. */
  readonly finish: () => Promise<void>;
  /** Discards an unfinished file. Never rejects. */
  readonly discard: () => Promise<void>;
};

/** Writes the log to files that each end with the first event that reaches `segmentBytes`. */
export const createSegmentWriter = (folder: string, segmentBytes: number): SegmentWriter => {
  const segments: Segment[] = [];
  let draft: DraftFile | undefined;
  let first: StoredEvent | undefined;
  let last: StoredEvent | undefined;

  const finish = async (): Promise<void> => {
    if (!draft || !first || !last) return;
    const file = segmentFile(first.position, last.position);
    const written = await draft.keep(join(folder, file));
    segments.push({ file, ...written, first: first.position, last: last.position, lastId: last.id });
    draft = undefined;
    first = undefined;
  };

  const write = async (events: readonly StoredEvent[]): Promise<number> => {
    let taken = 0;
    // Batched: a write per event would cost more than serializing it.
    let lines: Buffer[] = [];
    let pending = 0;
    const flush = async (): Promise<void> => {
      draft ??= await draftFile(join(folder, LOG_FOLDER, 'next'));
      await draft.write(Buffer.concat(lines));
      lines = [];
      pending = 0;
    };
    for (const event of events) {
      const line = Buffer.from(`${JSON.stringify(event)}\n`);
      lines.push(line);
      pending += line.byteLength;
      taken += line.byteLength;
      first ??= event;
      last = event;
      if ((draft?.bytes() ?? 0) + pending < segmentBytes) continue;
      await flush();
      await finish();
    }
    if (pending > 0) await flush();
    return taken;
  };

  return { segments, write, finish, discard: async () => draft?.discard() };
};
