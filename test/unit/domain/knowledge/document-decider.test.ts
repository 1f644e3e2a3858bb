import { describe, expect, test } from 'vitest';
import { type DocumentCommand, documentDecider } from '../../../../domain/knowledge/document-decider.ts';
import type { DocumentEvent } from '../../../../domain/knowledge/document-events.ts';
import type { DocumentMetadata } from '../../../../domain/knowledge/document-metadata.ts';
import { given } from '../../../support/given.ts';

const metadata: DocumentMetadata = {
  title: 'Chest pain',
  sourceType: 'protocol',
  specialty: ['emergency_medicine'],
  containsPhi: false,
};
const job = (n: number) => `00000000-0000-7000-8000-00000000000${n}`;
const hash = (digit: string) => digit.repeat(64);

const file = {
  docKey: 'protocol-1211',
  contentHash: hash('1'),
  contentDigest: hash('a'),
  size: 1000,
  format: 'pdf',
  fileName: 'chest-pain.pdf',
  metadata,
} as const;
const ingest = (
  over: Partial<Extract<DocumentCommand, { type: 'IngestDocument' }>> = {},
): DocumentCommand => ({
  type: 'IngestDocument',
  jobId: job(1),
  ...file,
  ...over,
});
const withdraw: DocumentCommand = { type: 'WithdrawDocument', docKey: file.docKey, reason: 'outdated' };

const firstAdded: DocumentEvent = {
  type: 'DocumentVersionAdded',
  data: { ...file, version: 1, jobId: job(1) },
};
const secondAdded: DocumentEvent = {
  type: 'DocumentVersionAdded',
  data: {
    ...file,
    contentHash: hash('2'),
    contentDigest: hash('b'),
    version: 2,
    jobId: job(2),
    replaces: { version: 1, jobId: job(1) },
  },
};
const withdrawn: DocumentEvent = {
  type: 'DocumentWithdrawn',
  data: { docKey: file.docKey, throughVersion: 1, reason: 'outdated' },
};

describe('an unknown document', () => {
  test('becomes version 1', () => {
    given(documentDecider).when(ingest()).thenEvents(firstAdded);
  });

  test('cannot be withdrawn', () => {
    given(documentDecider).when(withdraw).thenRefused('not_found');
  });
});

describe('a live document', () => {
  test('is unchanged when the same file arrives again, under any name or job', () => {
    given(documentDecider, firstAdded)
      .when(ingest({ jobId: job(2), fileName: 'copy.pdf' }))
      .thenNothing();
  });

  test('keeps what is not given when the same file arrives again', () => {
    const described = {
      ...metadata,
      specialty: ['cardiology'],
      containsPhi: true,
      title: 'Chest pain',
    } as const;
    const withMore: DocumentEvent = {
      type: 'DocumentVersionAdded',
      data: { ...file, metadata: { ...described, specialty: ['cardiology'] }, version: 1, jobId: job(1) },
    };
    const bare = { ...metadata, specialty: [], containsPhi: false };
    const again = { jobId: job(2), metadata: bare, notGiven: ['specialty', 'containsPhi'] as const };
    given(documentDecider, withMore).when(ingest(again)).thenNothing();
    given(documentDecider, withMore)
      .when(ingest({ ...again, metadata: { ...bare, title: 'Acute chest pain' } }))
      .thenEvents({
        type: 'DocumentVersionAdded',
        data: {
          ...file,
          metadata: { ...described, specialty: ['cardiology'], title: 'Acute chest pain' },
          version: 2,
          jobId: job(2),
          replaces: { version: 1, jobId: job(1) },
        },
      });
    // What is given counts, even if it is empty; and another file keeps nothing.
    given(documentDecider, withMore)
      .when(ingest({ ...again, notGiven: ['containsPhi'] }))
      .thenEvents({
        type: 'DocumentVersionAdded',
        data: {
          ...file,
          metadata: { ...described, specialty: [] },
          version: 2,
          jobId: job(2),
          replaces: { version: 1, jobId: job(1) },
        },
      });
    given(documentDecider, withMore)
      .when(ingest({ ...again, contentHash: hash('2'), contentDigest: hash('b') }))
      .thenEvents({
        ...secondAdded,
        data: { ...secondAdded.data, metadata: bare },
      } as DocumentEvent);
  });

  test('is unchanged when an old unsealed file arrives again, whose address is the digest', () => {
    const { contentDigest, ...before } = file;
    const plain: DocumentEvent = {
      type: 'DocumentVersionAdded',
      data: { ...before, contentHash: contentDigest, version: 1, jobId: job(1) },
    };
    given(documentDecider, plain)
      .when(ingest({ jobId: job(2) }))
      .thenNothing();
    given(documentDecider, plain)
      .when(ingest({ contentHash: hash('2'), contentDigest: hash('b'), jobId: job(2) }))
      .thenEvents(secondAdded);
  });

  test('becomes the next version when its indexing has failed for good and the same file arrives again', () => {
    const failedForGood = { jobId: job(1), reason: 'unavailable' };
    given(documentDecider, firstAdded)
      .when(ingest({ jobId: job(2), failedForGood }))
      .thenEvents({
        type: 'DocumentVersionAdded',
        data: {
          ...file,
          version: 2,
          jobId: job(2),
          replaces: { version: 1, jobId: job(1) },
          afterFailure: failedForGood,
        },
      });
  });

  test('is unchanged when the job that failed for good is not that of the latest version', () => {
    given(documentDecider, firstAdded, secondAdded)
      .when(
        ingest({
          contentDigest: hash('b'),
          jobId: job(3),
          failedForGood: { jobId: job(1), reason: 'unavailable' },
        }),
      )
      .thenNothing();
  });

  test('needs no failure report when the content changed', () => {
    given(documentDecider, firstAdded)
      .when(
        ingest({
          contentHash: hash('2'),
          contentDigest: hash('b'),
          jobId: job(2),
          failedForGood: { jobId: job(1), reason: 'unavailable' },
        }),
      )
      .thenEvents(secondAdded);
  });

  test('compares metadata in any order of members', () => {
    const reordered: DocumentMetadata = {
      containsPhi: false,
      specialty: ['emergency_medicine'],
      sourceType: 'protocol',
      title: 'Chest pain',
    };
    given(documentDecider, firstAdded)
      .when(ingest({ metadata: reordered }))
      .thenNothing();
  });

  test('becomes the next version, replacing the previous one, when the content changed', () => {
    given(documentDecider, firstAdded)
      .when(ingest({ contentHash: hash('2'), contentDigest: hash('b'), jobId: job(2) }))
      .thenEvents(secondAdded);
  });

  test.each<[string, Partial<Extract<DocumentCommand, { type: 'IngestDocument' }>>]>([
    ['metadata', { metadata: { ...metadata, specialty: ['cardiology'] } }],
    ['metadata with one member more', { metadata: { ...metadata, agency: 'LA County' } }],
    ['format', { format: 'text' }],
  ])('becomes the next version when the same content arrives with other %s', (_, over) => {
    given(documentDecider, firstAdded)
      .when(ingest({ ...over, jobId: job(2) }))
      .thenEvents({
        type: 'DocumentVersionAdded',
        data: { ...file, ...over, version: 2, jobId: job(2), replaces: { version: 1, jobId: job(1) } },
      });
  });

  test('returns to earlier content as a new version, since only the latest version is compared', () => {
    given(documentDecider, firstAdded, secondAdded)
      .when(ingest({ jobId: job(3) }))
      .thenEvents({
        type: 'DocumentVersionAdded',
        data: { ...file, version: 3, jobId: job(3), replaces: { version: 2, jobId: job(2) } },
      });
  });

  test('is withdrawn through its latest version', () => {
    given(documentDecider, firstAdded).when(withdraw).thenEvents(withdrawn);
    given(documentDecider, firstAdded, secondAdded)
      .when(withdraw)
      .thenEvents({
        type: 'DocumentWithdrawn',
        data: { docKey: file.docKey, throughVersion: 2, reason: 'outdated' },
      });
  });

  test('exposes the state that a command handler needs', () => {
    expect(given(documentDecider, firstAdded, secondAdded).state()).toEqual({
      status: 'live',
      names: ['chest-pain'],
      latest: { version: 2, jobId: job(2), contentDigest: hash('b'), format: 'pdf', metadata },
      withdrawnThrough: 0,
    });
  });
});

describe('a withdrawn document', () => {
  test('returns as a new version even with the same content, and then stays', () => {
    const added: DocumentEvent = {
      type: 'DocumentVersionAdded',
      data: { ...file, version: 2, jobId: job(2), replaces: { version: 1, jobId: job(1) } },
    };
    const back = given(documentDecider, firstAdded, withdrawn)
      .when(ingest({ jobId: job(2) }))
      .thenEvents(added);
    expect(back.state()).toMatchObject({ status: 'live', latest: { version: 2 }, withdrawnThrough: 1 });
    back.when(ingest({ jobId: job(3) })).thenNothing();
  });

  test('cannot be withdrawn again', () => {
    given(documentDecider, firstAdded, withdrawn)
      .when(withdraw)
      .thenRefused('rule_violated', /already/);
  });

  test('keeps its latest version and the withdrawn version', () => {
    expect(given(documentDecider, firstAdded, withdrawn).state()).toMatchObject({
      status: 'withdrawn',
      latest: { version: 1, jobId: job(1) },
      withdrawnThrough: 1,
    });
  });
});

test('a withdrawal without any version before it leaves a document unknown', () => {
  expect(given(documentDecider, withdrawn).state()).toEqual({ status: 'unknown' });
});

describe('a document to be indexed again', () => {
  const firstOf = (after: number): DocumentCommand => ({
    type: 'RereadDocument',
    of: { ...file, version: 1, jobId: job(1), replace: true },
    after,
    jobId: job(3),
    runId: job(9),
  });

  test('gets a version of the same file, with its owner, and no extra permission to differ', () => {
    given(documentDecider, firstAdded)
      .when(firstOf(1))
      .thenEvents({
        type: 'DocumentVersionAdded',
        data: {
          ...file,
          version: 2,
          jobId: job(3),
          replaces: { version: 1, jobId: job(1) },
          reread: { version: 1, runId: job(9) },
        },
      })
      // Sent again, the file is still the same.
      .when(ingest({ jobId: job(4) }))
      .thenNothing();
  });

  test('is skipped after a newer version or a withdrawal', () => {
    given(documentDecider, firstAdded, secondAdded).when(firstOf(1)).thenNothing();
    given(documentDecider, firstAdded, withdrawn).when(firstOf(1)).thenNothing();
    given(documentDecider).when(firstOf(1)).thenNothing();
  });
});
