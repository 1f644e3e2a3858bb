import { describe, expect, it } from 'vitest';
import {
  countByReader,
  createLiveReadings,
  type ReadingEvent,
} from '../../../../domain/indexing/live-readings.ts';

const hash = 'a'.repeat(64);
const completed = (docKey: string, version: number, reader?: number, chunkCount = 10): ReadingEvent => ({
  type: 'IndexingCompleted',
  data: {
    jobId: '00000000-0000-7000-8000-000000000001',
    docKey,
    version,
    title: 'T',
    pages: 1,
    chunkCount,
    chunksBlob: hash,
    embeddingsBlob: hash,
    model: 'local',
    dimensions: 384,
    ...(reader === undefined ? {} : { reader }),
  },
});
const withdrawn = (docKey: string, throughVersion: number): ReadingEvent => ({
  type: 'DocumentWithdrawn',
  data: { docKey, throughVersion, reason: 'outdated' },
});
const liveAfter = (...events: ReadingEvent[]) => {
  const readings = createLiveReadings();
  for (const event of events) readings.add(event);
  return readings.all();
};

describe('the searched versions', () => {
  it('are the newest complete version of each document, in any order of events', () => {
    const live = liveAfter(completed('a', 2, 1), completed('b', 1, 1), completed('a', 1, 1));
    expect(live).toEqual([
      { docKey: 'a', version: 2, reader: 1, chunkCount: 10 },
      { docKey: 'b', version: 1, reader: 1, chunkCount: 10 },
    ]);
  });

  it('exclude a withdrawn document until a later version arrives', () => {
    const gone = [completed('a', 1, 1), withdrawn('a', 2)];
    expect(liveAfter(...gone)).toEqual([]);
    expect(liveAfter(...gone, completed('a', 2, 1))).toEqual([]);
    expect(liveAfter(...gone, completed('a', 3, 1))).toMatchObject([{ version: 3 }]);
  });

  it('are counted by reader version: 0 when it was not recorded', () => {
    const live = liveAfter(
      completed('a', 1),
      completed('b', 1, 2),
      completed('c', 1, 1, 5),
      completed('d', 1),
    );
    expect(countByReader(live)).toEqual([
      { reader: 0, documents: 2, passages: 20 },
      { reader: 1, documents: 1, passages: 5 },
      { reader: 2, documents: 1, passages: 10 },
    ]);
  });
});
