import { describe, expect, it } from 'vitest';
import { toDocumentDto } from '../../../projections/documents/document-dto.ts';
import type { DocumentRow } from '../../../projections/documents/entity.ts';
import { documentsProjection } from '../../../projections/documents/projection.ts';
import { rowsAfter } from '../../support/fold-projection.ts';
import { type StreamEvent, secondsIn } from '../../support/recorded-history.ts';
import {
  completed,
  extracted,
  extractedInPart,
  failed,
  jobIdOf,
  reembedded,
  requested,
  retried,
  started,
  superseded,
  titleOf,
  versionAdded,
  withdrawn,
  withheldFromModel,
} from '../../support/sample-events.ts';

const key = 'protocol-1219';
const documentAfter = (...sampled: readonly StreamEvent[]): DocumentRow | undefined =>
  rowsAfter(documentsProjection, ...sampled).get(key);

describe('the catalogue of documents', () => {
  it('shows the model from which the newest version was withheld, until that model receives it', () => {
    const first = [versionAdded(key, 1), requested(key, 1), started(key, 1), withheldFromModel(key, 1)];
    const withheld = [{ model: 'cloud', reason: 'screened' }];
    expect(documentAfter(...first, completed(key, 1))).toMatchObject({ status: 'searchable', withheld });
    const given = reembedded(key, 1, { model: 'cloud' });
    expect(documentAfter(...first, completed(key, 1), given)?.withheld).toEqual([]);
    const second = [...first, completed(key, 1), versionAdded(key, 2)];
    expect(documentAfter(...second)?.withheld).toEqual([]);
    expect(documentAfter(...second, withheldFromModel(key, 1, 'other'))?.withheld).toEqual([]);
  });

  it('shows what was left out of the newest version and could not be read, from its reading on', () => {
    const leftOut = { hidden: 2, struck: 0, unread: 1 };
    const unusual = [{ page: 2, readBy: 'failed' }] as const;
    const read = [versionAdded(key, 1), requested(key, 1), extractedInPart(key, 1, leftOut, [...unusual])];
    const row = documentAfter(...read, completed(key, 1));
    expect(row).toMatchObject({ leftOut, failedPages: [2], failedPageCount: 1 });
    expect(row && toDocumentDto(row)).toMatchObject({
      failedPages: [2],
      warnings: [
        'Hidden text left out (2 places).',
        'Embedded content could not be read (1 place): look it up in the file itself.',
      ],
    });
    expect(documentAfter(...read, versionAdded(key, 2))).toMatchObject({ leftOut: null, failedPageCount: 0 });
    const older = extractedInPart(key, 1, { hidden: 9, struck: 0 });
    expect(documentAfter(...read, versionAdded(key, 2), older)?.leftOut).toBeNull();
  });

  it('shows a document as being indexed from its acceptance', () => {
    const row = documentAfter(
      versionAdded(key, 1, {
        fileName: '1219-P_Allergy  and_Anaphylaxis.PDF',
        metadata: {
          sourceType: 'protocol',
          specialty: ['emergency_medicine'],
          agency: 'Sample County',
          stateCode: 'CA',
          protocolNumber: '1219-P',
          effectiveDate: '2024-07-01',
          containsPhi: false,
        },
      }),
    );
    expect(row).toEqual({
      docKey: key,
      subject: `document:${key}`,
      clean: false,
      version: 1,
      liveVersion: null,
      withdrawnThrough: 0,
      status: 'indexing',
      lastJobState: 'PENDING',
      latestJobId: jobIdOf(key, 1),
      fileName: '1219-P_Allergy  and_Anaphylaxis.PDF',
      format: 'pdf',
      size: 1001,
      contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      contentDigest: expect.stringMatching(/^[0-9a-f]{64}$/),
      title: '1219-P Allergy and Anaphylaxis',
      foldedTitle: '1219-p allergy and anaphylaxis',
      foldedDoi: null,
      foldedProtocolNumber: '1219-p',
      foldedCondition: [],
      foldedEdition: null,
      foldedChapter: null,
      foldedDrugClass: [],
      foldedIndication: [],
      foldedCounty: null,
      foldedAgencyId: null,
      sourceType: 'protocol',
      specialty: ['emergency_medicine'],
      authors: [],
      organization: null,
      publisher: null,
      publicationYear: null,
      effectiveDate: '2024-07-01',
      doi: null,
      pmid: null,
      agency: 'Sample County',
      stateCode: 'CA',
      protocolNumber: '1219-P',
      url: null,
      condition: [],
      lastUpdated: null,
      edition: null,
      chapter: null,
      drugClass: [],
      indication: [],
      county: null,
      agencyId: null,
      containsPhi: false,
      ocrPages: [],
      ocrPageCount: 0,
      failedPages: [],
      failedPageCount: 0,
      lowestOcrConfidence: null,
      leftOut: null,
      withheld: [],
      metadataSources: {
        title: 'file',
        agency: 'uploader',
        stateCode: 'uploader',
        protocolNumber: 'uploader',
        effectiveDate: 'uploader',
      },
      pages: null,
      chunks: null,
      addedAt: secondsIn(1),
      updatedAt: secondsIn(1),
      revision: 0,
    });
  });

  it('prefers the title that was given', () => {
    const metadata = { title: 'Allergy', sourceType: 'protocol', specialty: [], containsPhi: false } as const;
    expect(documentAfter(versionAdded(key, 1, { metadata: { ...metadata, specialty: [] } }))?.title).toBe(
      'Allergy',
    );
  });

  it('makes a document searchable when its version is indexed', () => {
    const row = documentAfter(
      versionAdded(key, 1),
      requested(key, 1),
      started(key, 1),
      completed(key, 1, 4, { chunkCount: 9 }),
    );
    expect(row).toMatchObject({
      status: 'searchable',
      liveVersion: 1,
      lastJobState: 'COMPLETED',
      pages: 4,
      chunks: 9,
      updatedAt: secondsIn(4),
    });
  });

  it('shows the extracted title until the next version is indexed', () => {
    const history = [versionAdded(key, 1), completed(key, 1)];
    const first = { title: titleOf(key, 1), protocolNumber: '1-P' };
    expect(documentAfter(...history)).toMatchObject(first);
    expect(documentAfter(...history, versionAdded(key, 2))).toMatchObject(first);
    expect(documentAfter(...history, versionAdded(key, 2), failed(key, 2))).toMatchObject(first);
    expect(documentAfter(...history, versionAdded(key, 2), completed(key, 2))).toMatchObject({
      title: titleOf(key, 2),
      protocolNumber: '2-P',
    });
  });

  it('shows the title from the uploader of the newest version, even while an older version is indexed', () => {
    const metadata = {
      title: 'Second edition',
      protocolNumber: '815',
      sourceType: 'protocol' as const,
      specialty: [],
      containsPhi: false,
    };
    const row = documentAfter(versionAdded(key, 1), versionAdded(key, 2, { metadata }), completed(key, 1));
    expect(row).toMatchObject({ liveVersion: 1, title: 'Second edition', protocolNumber: '815' });
  });

  describe('with metadata from the file', () => {
    const given = { sourceType: 'guideline', specialty: [], containsPhi: false, agency: 'Given' } as const;
    const added = (version: number) =>
      versionAdded(key, version, { metadata: { ...given, specialty: [...given.specialty] } });
    const found = { doi: '10.1000/182', publicationYear: 2021, authors: ['Jane Doe'] };
    const history = [added(1), completed(key, 1, 4, { chunkCount: 9, found })];

    it('shows the metadata of the file next to those of its uploader, marked by origin', () => {
      expect(documentAfter(...history)).toMatchObject({
        ...found,
        agency: 'Given',
        publisher: null,
        metadataSources: {
          title: 'file',
          protocolNumber: 'file',
          doi: 'file',
          publicationYear: 'file',
          authors: 'file',
          agency: 'uploader',
        },
      });
    });

    it('never prefers the file over its uploader', () => {
      expect(
        documentAfter(added(1), completed(key, 1, 4, { chunkCount: 9, found: { agency: 'Found' } })),
      ).toMatchObject({
        agency: 'Given',
        metadataSources: { agency: 'uploader' },
      });
    });

    it('shows it until the next version is indexed, which may contain less', () => {
      expect(documentAfter(...history, added(2))).toMatchObject({ ...found, version: 2 });
      const after = documentAfter(
        ...history,
        added(2),
        completed(key, 2, 4, { chunkCount: 9, found: { pmid: '7' } }),
      );
      expect(after).toMatchObject({ doi: null, publicationYear: null, authors: [], pmid: '7' });
      expect(after?.metadataSources).toEqual({
        title: 'file',
        protocolNumber: 'file',
        pmid: 'file',
        agency: 'uploader',
      });
    });
  });

  it('keeps the revision of the document stream, despite events of its jobs', () => {
    const row = documentAfter(versionAdded(key, 1), requested(key, 1), started(key, 1), versionAdded(key, 2));
    expect(row?.revision).toBe(1);
    expect(documentAfter(versionAdded(key, 1), started(key, 1), completed(key, 1))?.revision).toBe(0);
  });

  it('marks a document as failed when its only version failed, and as being indexed after a retry', () => {
    const history = [versionAdded(key, 1), requested(key, 1), started(key, 1), failed(key, 1)];
    expect(documentAfter(...history)).toMatchObject({ status: 'failed', lastJobState: 'FAILED' });
    expect(documentAfter(...history, retried(key, 1, 1))).toMatchObject({
      status: 'indexing',
      lastJobState: 'PENDING',
    });
    expect(documentAfter(...history, retried(key, 1, 1), started(key, 1, 2))).toMatchObject({
      status: 'indexing',
      lastJobState: 'RUNNING',
    });
  });

  it('serves the older version while the newer is indexed, and when it fails', () => {
    const history = [
      versionAdded(key, 1),
      completed(key, 1, 4, { chunkCount: 9 }),
      versionAdded(key, 2),
      started(key, 2),
    ];
    expect(documentAfter(...history)).toMatchObject({
      status: 'searchable',
      version: 2,
      liveVersion: 1,
      lastJobState: 'RUNNING',
      pages: 4,
      chunks: 9,
    });
    expect(documentAfter(...history, failed(key, 2))).toMatchObject({
      status: 'searchable',
      version: 2,
      liveVersion: 1,
      lastJobState: 'FAILED',
    });
  });

  it('switches to the newer version when that is indexed', () => {
    const row = documentAfter(
      versionAdded(key, 1),
      completed(key, 1, 4, { chunkCount: 9 }),
      versionAdded(key, 2),
      completed(key, 2, 5, { chunkCount: 11 }),
      superseded(key, 1, 2),
    );
    expect(row).toMatchObject({ status: 'searchable', liveVersion: 2, pages: 5, chunks: 11 });
    expect(row?.addedAt).toBe(secondsIn(1));
  });

  it('does not replace a newer version by an older one that finishes late', () => {
    const row = documentAfter(
      versionAdded(key, 1),
      versionAdded(key, 2),
      completed(key, 2, 5, { chunkCount: 11 }),
      completed(key, 1, 4, { chunkCount: 9 }),
    );
    expect(row).toMatchObject({ liveVersion: 2, pages: 5, chunks: 11, updatedAt: secondsIn(3) });
  });

  it('serves an older version until the newer one is ready', () => {
    const row = documentAfter(
      versionAdded(key, 1),
      versionAdded(key, 2),
      completed(key, 1, 4, { chunkCount: 9 }),
    );
    expect(row).toMatchObject({ status: 'searchable', version: 2, liveVersion: 1, lastJobState: 'PENDING' });
  });

  it('ignores the failure of an older version', () => {
    const row = documentAfter(versionAdded(key, 1), versionAdded(key, 2), started(key, 2), failed(key, 1));
    expect(row).toMatchObject({ status: 'indexing', lastJobState: 'RUNNING' });
  });

  it('removes a withdrawn document from the search', () => {
    const row = documentAfter(versionAdded(key, 1), completed(key, 1), withdrawn(key, 1));
    expect(row).toMatchObject({
      status: 'withdrawn',
      liveVersion: null,
      pages: null,
      chunks: null,
      revision: 1,
      updatedAt: secondsIn(3),
    });
  });

  it('keeps a document withdrawn when indexing ends after the withdrawal', () => {
    const row = documentAfter(
      versionAdded(key, 1),
      started(key, 1),
      withdrawn(key, 1),
      extracted(key, 1, 4),
      completed(key, 1),
    );
    expect(row).toMatchObject({ status: 'withdrawn', liveVersion: null, pages: null });
  });

  it('restores a document with a version added after the withdrawal, and only with that', () => {
    const history = [
      versionAdded(key, 1),
      started(key, 1),
      withdrawn(key, 1),
      versionAdded(key, 2),
      completed(key, 1),
    ];
    expect(documentAfter(...history)).toMatchObject({ status: 'indexing', version: 2, liveVersion: null });
    expect(documentAfter(...history, completed(key, 2))).toMatchObject({
      status: 'searchable',
      liveVersion: 2,
    });
  });

  it('separates documents', () => {
    const rows = rowsAfter(
      documentsProjection,
      versionAdded('a', 1),
      versionAdded('b', 1),
      completed('b', 1),
    );
    expect([...rows].map(([docKey, row]) => [docKey, row.status])).toEqual([
      ['a', 'indexing'],
      ['b', 'searchable'],
    ]);
  });

  it('ignores a document whose first event is missing', () => {
    expect(rowsAfter(documentsProjection, completed(key, 1), withdrawn(key, 1)).size).toBe(0);
  });
});
