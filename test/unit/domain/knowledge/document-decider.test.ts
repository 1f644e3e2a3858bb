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
  test('stays as it is when the same file comes again, under whatever name and job', () => {
    given(documentDecider, firstAdded)
      .when(ingest({ jobId: job(2), fileName: 'copy.pdf' }))
      .thenNothing();
  });

  test('stays as it is when a file of before comes again that was not sealed: its address is the digest', () => {
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

  test('becomes the next version when its indexing has failed for good and the same file comes again', () => {
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

  test('stays as it is when the job that failed for good is not that of the latest version', () => {
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

  test('needs no word about a failure when the content changed', () => {
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

  test('compares metadata whatever the order of its members', () => {
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

  test('becomes the next version, replacing the one before, when the content changed', () => {
    given(documentDecider, firstAdded)
      .when(ingest({ contentHash: hash('2'), contentDigest: hash('b'), jobId: job(2) }))
      .thenEvents(secondAdded);
  });

  test.each<[string, Partial<Extract<DocumentCommand, { type: 'IngestDocument' }>>]>([
    ['metadata', { metadata: { ...metadata, specialty: ['cardiology'] } }],
    ['one more member of the metadata', { metadata: { ...metadata, agency: 'LA County' } }],
    [
      'one member of the metadata less',
      { metadata: { sourceType: 'protocol', specialty: ['emergency_medicine'], containsPhi: false } },
    ],
    ['format', { format: 'text' }],
  ])('becomes the next version when the same content comes with other %s', (_, over) => {
    given(documentDecider, firstAdded)
      .when(ingest({ ...over, jobId: job(2) }))
      .thenEvents({
        type: 'DocumentVersionAdded',
        data: { ...file, ...over, version: 2, jobId: job(2), replaces: { version: 1, jobId: job(1) } },
      });
  });

  test('goes back to earlier content as a new version: only the latest version is compared', () => {
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

  test('shows what a command handler needs', () => {
    expect(given(documentDecider, firstAdded, secondAdded).state()).toEqual({
      status: 'live',
      names: ['chest-pain'],
      latest: { version: 2, jobId: job(2), contentDigest: hash('b'), format: 'pdf', metadata },
      withdrawnThrough: 0,
    });
  });
});

describe('a withdrawn document', () => {
  test('comes back as a new version even with the same content, and then stays', () => {
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

  test('keeps its latest version and how far it is withdrawn', () => {
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

describe('a document that is to be read again', () => {
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

  test('is left alone where a newer version has come meanwhile, or it was withdrawn', () => {
    given(documentDecider, firstAdded, secondAdded).when(firstOf(1)).thenNothing();
    given(documentDecider, firstAdded, withdrawn).when(firstOf(1)).thenNothing();
    given(documentDecider).when(firstOf(1)).thenNothing();
  });
});
