import { describe, expect, it } from 'vitest';
import { toDocumentVersionDto } from '../../../projections/document-versions/document-version-dto.ts';
import type { DocumentVersionRow } from '../../../projections/document-versions/entity.ts';
import { documentVersionsProjection } from '../../../projections/document-versions/projection.ts';
import { rowsAfter } from '../../support/fold-projection.ts';
import { type StreamEvent, secondsIn } from '../../support/recorded-history.ts';
import {
  completed,
  extractedInPart,
  failed,
  jobIdOf,
  retried,
  started,
  superseded,
  titleOf,
  versionAdded,
  withdrawn,
} from '../../support/sample-events.ts';

const key = 'protocol-1219';
const versionAfter = (version: number, ...sampled: readonly StreamEvent[]): DocumentVersionRow | undefined =>
  rowsAfter(documentVersionsProjection, ...sampled).get(`${key}@${version}`);

describe('the versions of a document', () => {
  it('list a version as pending when it is added, with who added it', () => {
    expect(versionAfter(1, versionAdded(key, 1))).toMatchObject({
      versionKey: `${key}@1`,
      docKey: key,
      version: 1,
      jobId: jobIdOf(key, 1),
      state: 'PENDING',
      superseded: false,
      supersededByVersion: null,
      withdrawn: false,
      addedBy: 'dr-house',
      addedAt: secondsIn(1),
      pages: null,
      chunks: null,
      embeddingModel: null,
      indexedAt: null,
    });
  });

  it.each([
    ['RUNNING', [started(key, 1)]],
    ['COMPLETED', [started(key, 1), completed(key, 1)]],
    ['FAILED', [started(key, 1), failed(key, 1)]],
    ['PENDING', [started(key, 1), failed(key, 1), retried(key, 1, 1)]],
  ] as const)('are %s like their job', (state, sampled) => {
    expect(versionAfter(1, versionAdded(key, 1), ...sampled)?.state).toBe(state);
  });

  it('show what was left out of each of them', () => {
    const events = [
      versionAdded(key, 1),
      extractedInPart(key, 1, { hidden: 1, struck: 0 }, [{ page: 1, readBy: 'ocr', ocrConfidence: 0.8 }]),
      versionAdded(key, 2),
      extractedInPart(key, 2, { hidden: 0, struck: 3 }),
    ];
    const [first, second] = [versionAfter(1, ...events), versionAfter(2, ...events)];
    expect(first && toDocumentVersionDto(first)).toMatchObject({
      ocrPages: [1],
      lowestOcrConfidence: 0.8,
      warnings: ['Hidden text left out (1 place).'],
    });
    expect(second && toDocumentVersionDto(second)).toMatchObject({
      ocrPages: [],
      warnings: ['Struck-out text left out (3 places).'],
    });
  });

  it('have title, pages and chunks after indexing, and keep them when a newer version replaces them', () => {
    const row = versionAfter(
      1,
      versionAdded(key, 1),
      completed(key, 1, 4, { chunkCount: 9 }),
      versionAdded(key, 2),
      completed(key, 2),
      superseded(key, 1, 2),
    );
    expect(row).toMatchObject({
      state: 'SUPERSEDED',
      superseded: true,
      supersededByVersion: 2,
      title: titleOf(key, 1),
      protocolNumber: '1-P',
      pages: 4,
      chunks: 9,
      embeddingModel: 'local',
      indexedAt: secondsIn(2),
    });
  });

  it('have the metadata of the file after indexing, for everything that the uploader left open', () => {
    const metadata = {
      sourceType: 'guideline',
      specialty: [],
      containsPhi: false,
      doi: '10.1000/1',
    } as const;
    const row = versionAfter(
      1,
      versionAdded(key, 1, { metadata: { ...metadata, specialty: [] } }),
      completed(key, 1, 4, { chunkCount: 9, found: { doi: '10.1000/2', stateCode: 'CA' } }),
    );
    expect(row).toMatchObject({
      doi: '10.1000/1',
      stateCode: 'CA',
      metadataSources: { doi: 'uploader', stateCode: 'file', title: 'file' },
    });
  });

  it('are marked up to the withdrawn one, and not after it', () => {
    const rows = rowsAfter(
      documentVersionsProjection,
      versionAdded(key, 1),
      versionAdded(key, 2),
      withdrawn(key, 2),
      versionAdded(key, 3),
      versionAdded('other', 1),
    );
    expect([...rows.values()].map((row) => [row.versionKey, row.withdrawn])).toEqual([
      [`${key}@1`, true],
      [`${key}@2`, true],
      [`${key}@3`, false],
      ['other@1', false],
    ]);
  });

  it('do not change again after their withdrawal', () => {
    const row = versionAfter(
      1,
      versionAdded(key, 1),
      withdrawn(key, 1),
      versionAdded(key, 2),
      withdrawn(key, 2),
    );
    expect(row).toMatchObject({ withdrawn: true, updatedAt: secondsIn(2) });
  });
});
