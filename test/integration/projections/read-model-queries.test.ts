import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { keyedProjections } from '../../../projections/all-projections.ts';
import { auditEntryEntity } from '../../../projections/audit-entries/entity.ts';
import {
  type ListAuditEntries,
  listAuditEntries,
} from '../../../projections/audit-entries/list-audit-entries.ts';
import { auditEntriesProjection } from '../../../projections/audit-entries/projection.ts';
import { listSharedWith } from '../../../projections/conversation-shares/list-shared-with.ts';
import { conversationSharesProjection } from '../../../projections/conversation-shares/projection.ts';
import { getConversation } from '../../../projections/conversations/get-conversation.ts';
import {
  listConversations,
  type VisibleConversations,
} from '../../../projections/conversations/list-conversations.ts';
import { conversationsProjection } from '../../../projections/conversations/projection.ts';
import { listDocumentVersions } from '../../../projections/document-versions/list-document-versions.ts';
import { documentVersionsProjection } from '../../../projections/document-versions/projection.ts';
import { getDocument } from '../../../projections/documents/get-document.ts';
import { type ListDocuments, listDocuments } from '../../../projections/documents/list-documents.ts';
import { documentsProjection } from '../../../projections/documents/projection.ts';
import { labelledPairs } from '../../../projections/feedback/labelled-pairs.ts';
import { feedbackProjection } from '../../../projections/feedback/projection.ts';
import { getIndexingJob } from '../../../projections/indexing-jobs/get-indexing-job.ts';
import { listIndexingJobs } from '../../../projections/indexing-jobs/list-indexing-jobs.ts';
import { indexingJobsProjection } from '../../../projections/indexing-jobs/projection.ts';
import type { KeyedProjection } from '../../../projections/keyed-projection.ts';
import { countParkedEvents } from '../../../projections/parked-events/count-parked-events.ts';
import { getParkedEvent } from '../../../projections/parked-events/get-parked-event.ts';
import { listParkedEvents } from '../../../projections/parked-events/list-parked-events.ts';
import { parkedEventsProjection } from '../../../projections/parked-events/projection.ts';
import { getQuery } from '../../../projections/queries/get-query.ts';
import { listConversationQueries } from '../../../projections/queries/list-conversation-queries.ts';
import { queriesProjection } from '../../../projections/queries/projection.ts';
import { getQueryLogSummary } from '../../../projections/query-log/get-query-log-summary.ts';
import { type ListQueryLog, listQueryLog } from '../../../projections/query-log/list-query-log.ts';
import { queryLogProjection } from '../../../projections/query-log/projection.ts';
import type { PageOf, ReadModelView } from '../../../projections/read-model-reader.ts';
import { openRows } from '../../../projections/sealing/open-rows.ts';
import { foldProjection } from '../../support/fold-projection.ts';
import { batchOf, openReadModels, type ReadModels } from '../../support/read-models.ts';
import { createHistory, type StreamEvent, secondsIn, uuidOf } from '../../support/recorded-history.ts';
import {
  answered,
  asked,
  auditReviewed,
  chunked,
  completed,
  contextSet,
  conversationStarted,
  detectionDisputed,
  embedded,
  erasureConfirmed,
  erasureRequested,
  extracted,
  failed,
  feedbackGiven,
  glassBroken,
  glassReviewed,
  jobIdOf,
  knowledgeSearched,
  modelCallEnded,
  modelCalled,
  parked,
  queryFailed,
  replayRequested,
  requested,
  resolved,
  reviewResolved,
  screened,
  searched,
  shared,
  started,
  subjectErased,
  superseded,
  timerSet,
  tokenCreated,
  tokenUsed,
  toolCallStories,
  unshared,
  versionAdded,
  withdrawn,
} from '../../support/sample-events.ts';

let readModels: ReadModels;
beforeAll(async () => {
  readModels = await openReadModels();
});
afterAll(() => readModels[Symbol.asyncDispose]());

/** All pages of a list, each fetched with the cursor of the previous one. */
const pagesOf = async <Item>(
  list: (cursor: string | undefined) => Promise<PageOf<Item>>,
): Promise<readonly (readonly Item[])[]> => {
  const pages: (readonly Item[])[] = [];
  let cursor: string | undefined;
  do {
    const page = await list(cursor);
    pages.push(page.items);
    cursor = page.nextCursor;
  } while (cursor !== undefined && pages.length < 20);
  return pages;
};

/** Two documents, two conversations, questions in all states, parked events: rows in every read model. */
const everything: readonly StreamEvent[] = [
  versionAdded('guideline-7', 1, {
    metadata: {
      title: 'Sepsis',
      sourceType: 'guideline',
      specialty: ['emergency_medicine', 'critical_care'],
      authors: ['A. Writer'],
      publicationYear: 2021,
      effectiveDate: '2021-05-01',
      containsPhi: false,
    },
  }),
  requested('guideline-7', 1),
  started('guideline-7', 1),
  extracted('guideline-7', 1, 4),
  chunked('guideline-7', 1, 9),
  embedded('guideline-7', 1, 9),
  completed('guideline-7', 1, 4, { chunkCount: 9 }),
  versionAdded('protocol-1219', 1),
  failed('protocol-1219', 1),
  conversationStarted(uuidOf(11), 'Bed 4'),
  contextSet(uuidOf(11), { patientAge: 4, allergies: ['penicillin'] }),
  shared(uuidOf(11), { team: 'icu' }),
  glassBroken(uuidOf(31), uuidOf(11)),
  glassReviewed(uuidOf(31)),
  auditReviewed(uuidOf(31), 1, 9),
  asked(uuidOf(1), { conversationId: uuidOf(11) }),
  screened(uuidOf(1), ['name']),
  searched(uuidOf(1), 3),
  modelCalled(uuidOf(1)),
  modelCallEnded(uuidOf(1)),
  answered(uuidOf(1), { conversationId: uuidOf(11), warnings: ['degraded'] }),
  feedbackGiven(uuidOf(1), 'dr-house', { kind: 'outdated', docKey: 'protocol-1219', comment: 'Since 2024.' }),
  detectionDisputed(uuidOf(1)),
  reviewResolved(uuidOf(1)),
  conversationStarted(uuidOf(12)),
  asked(uuidOf(2)),
  screened(uuidOf(2), ['not_screened']),
  queryFailed(uuidOf(2), { component: 'safety-filter', reason: 'blocked' }),
  parked('indexing-worker', uuidOf(3)),
  replayRequested('indexing-worker', uuidOf(3)),
  timerSet('timer-1', { afterMs: 5 }),
  tokenCreated(uuidOf(31), 'dr-house', { teams: ['icu'] }),
  tokenUsed(uuidOf(31)),
  toolCallStories.requested(uuidOf(41)),
  toolCallStories.toConfirm(uuidOf(41)),
  toolCallStories.confirmed(uuidOf(41)),
  toolCallStories.started(uuidOf(41)),
  toolCallStories.succeeded(uuidOf(41)),
  toolCallStories.requested(uuidOf(42)),
  toolCallStories.rejected(uuidOf(42)),
  erasureRequested(uuidOf(21), 'person:patient-4711'),
  erasureConfirmed(uuidOf(21), 'person:patient-4711'),
  subjectErased(uuidOf(21), 'person:patient-4711'),
];

describe('the tables of the read models', () => {
  it.each(
    keyedProjections.map((projection) => ({
      name: projection(({ name }) => name),
      check: projection(<Row extends object>(keyed: KeyedProjection<Row>) => async () => {
        const [events = []] = batchOf(...everything);
        // One event per batch: every row is read back and written again in between.
        const view = await readModels.viewOf(
          keyed,
          events.map((event) => [event]),
        );
        const found = await view.entities.find(keyed.entity, {}, { disableIdentityMap: true });
        const stored = keyed.sealing ? await openRows(view, keyed.sealing, found) : found;
        const expected = [...foldProjection(keyed, events).values()];
        const byKey = (rows: readonly object[]) =>
          new Map(rows.map((row) => [String(Reflect.get(row, keyed.key)), { ...row }]));
        expect(expected.length).toBeGreaterThan(0);
        expect(byKey(stored)).toEqual(byKey(expected));
      }),
    })),
  )('return the rows of $name as they were folded', ({ check }) => check());
});

describe('listing documents', () => {
  let view: ReadModelView;
  const keysOf = async (request: ListDocuments) =>
    (await listDocuments(view, request)).items.map(({ docKey }) => docKey);

  beforeAll(async () => {
    const metadata = { specialty: [], containsPhi: false };
    view = await readModels.viewOf(
      documentsProjection,
      batchOf(
        versionAdded('c', 1, {
          metadata: { ...metadata, sourceType: 'guideline', agency: 'Sample County', protocolNumber: '814' },
        }),
        versionAdded('a', 1, {
          metadata: { ...metadata, sourceType: 'protocol', specialty: ['cardiology'] },
        }),
        versionAdded('e', 1, {
          metadata: { ...metadata, sourceType: 'protocol', specialty: ['cardiology', 'pediatrics'] },
        }),
        versionAdded('b', 1, {
          metadata: {
            ...metadata,
            sourceType: 'protocol',
            agency: 'Sample County',
            stateCode: 'CA',
            organization: 'AHA',
            publisher: 'Wolters',
            authors: ['Ng, A.', 'Diaz, B.'],
            publicationYear: 2023,
            effectiveDate: '2024-07-01',
            doi: '10.1161/x',
            pmid: '32167518',
            url: 'https://example.org/b',
            condition: ['Ödem', 'Heart Failure'],
            lastUpdated: '2025-02-03',
            edition: 'Third',
            chapter: '252a',
            drugClass: ['Biguanide'],
            indication: ['Type 2 Diabetes'],
            county: 'Los Angeles',
            agencyId: '2701-A',
          },
        }),
        versionAdded('d', 1),
        completed('b', 1),
        failed('c', 1),
        withdrawn('d', 1),
      ),
    );
  });

  it('returns all of them in the order of their keys, page by page', async () => {
    const pages = await pagesOf((cursor) => listDocuments(view, { limit: 2, cursor }));
    expect(pages.map((page) => page.map(({ docKey }) => docKey))).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  });

  it('filters by source type, specialty, status and agency, and by all of them together', async () => {
    expect(await keysOf({ sourceType: 'guideline' })).toEqual(['c']);
    expect(await keysOf({ protocolNumber: '814' })).toEqual(['c']);
    expect(await keysOf({ protocolNumber: '81' })).toEqual([]);
    expect(await keysOf({ specialty: 'cardiology' })).toEqual(['a', 'e']);
    expect(await keysOf({ specialty: 'card' })).toEqual([]);
    expect(await keysOf({ status: 'indexing' })).toEqual(['a', 'e']);
    expect(await keysOf({ status: 'withdrawn' })).toEqual(['d']);
    expect(await keysOf({ agency: 'Sample County' })).toEqual(['b', 'c']);
    expect(await keysOf({ agency: 'Sample County', status: 'searchable', sourceType: 'protocol' })).toEqual([
      'b',
    ]);
  });

  it.each<[string, ListDocuments, ListDocuments]>([
    ['state', { stateCode: 'CA' }, { stateCode: 'NV' }],
    ['organization', { organization: 'AHA' }, { organization: 'ERC' }],
    ['publisher', { publisher: 'Wolters' }, { publisher: 'wolters' }],
    ['one of the authors', { author: 'Diaz, B.' }, { author: 'Diaz' }],
    ['first year', { publishedFrom: 2023 }, { publishedFrom: 2024 }],
    ['last year', { publishedTo: 2023 }, { publishedTo: 2022 }],
    ['first day', { effectiveFrom: '2024-07-01' }, { effectiveFrom: '2024-07-02' }],
    ['last day', { effectiveTo: '2024-07-01' }, { effectiveTo: '2024-06-30' }],
    ['DOI', { doi: '10.1161/x' }, { doi: '10.1161/y' }],
    ['DOI in another case', { doi: '10.1161/X' }, { doi: '10.1161_x' }],
    ['part of the title in another case', { title: 'OF B IN' }, { title: 'of%b' }],
    ['protocol number in another case', { protocolNumber: '1-p' }, { protocolNumber: '1_p' }],
    ['address', { url: 'https://example.org/b' }, { url: 'https://example.org/' }],
    ['one of the conditions in another case', { condition: 'heart FAILURE' }, { condition: 'heart' }],
    ['first day of an update', { updatedFrom: '2025-02-03' }, { updatedFrom: '2025-02-04' }],
    ['last day of an update', { updatedTo: '2025-02-03' }, { updatedTo: '2025-02-02' }],
    ['edition', { edition: 'third' }, { edition: '3' }],
    ['chapter', { chapter: '252A' }, { chapter: '252' }],
    ['one of the drug classes', { drugClass: 'biguanide' }, { drugClass: 'big' }],
    ['one of the indications', { indication: 'type 2 diabetes' }, { indication: 'diabetes' }],
    ['county', { county: 'los angeles' }, { county: 'los' }],
    ['agency id', { agencyId: '2701-a' }, { agencyId: '2701' }],
    ['PubMed id', { pmid: '32167518' }, { pmid: '3216751' }],
  ])('filters by %s, excluding documents without it', async (_name, passing, refusing) => {
    expect(await keysOf(passing)).toEqual(['b']);
    expect(await keysOf(refusing)).toEqual([]);
  });

  it('keeps the filter on later pages', async () => {
    const pages = await pagesOf((cursor) =>
      listDocuments(view, { specialty: 'cardiology', limit: 1, cursor }),
    );
    expect(pages.map((page) => page.map(({ docKey }) => docKey))).toEqual([['a'], ['e']]);
  });

  it('rejects a foreign cursor', async () => {
    await expect(listDocuments(view, { cursor: 'WzFd' })).rejects.toMatchObject({
      reason: { code: 'validation_error' },
    });
  });

  it('returns one document as plain JSON, without internal fields of the fold', async () => {
    const document = await getDocument(view, 'b');
    expect(document).toMatchObject({ docKey: 'b', status: 'searchable', liveVersion: 1, revision: 0 });
    for (const own of ['withdrawnThrough', 'foldedTitle', 'foldedDoi', 'foldedProtocolNumber'])
      expect(document).not.toHaveProperty(own);
    expect(JSON.parse(JSON.stringify(document))).toStrictEqual(document);
    expect(await getDocument(view, 'z')).toBeUndefined();
  });
});

describe('listing the versions of a document', () => {
  it('returns the newest first, and those of no other document', async () => {
    const view = await readModels.viewOf(
      documentVersionsProjection,
      batchOf(
        versionAdded('a', 1),
        versionAdded('a', 2),
        versionAdded('b', 1),
        completed('a', 1),
        completed('a', 2),
        superseded('a', 1, 2),
        versionAdded('a', 3),
      ),
    );
    const pages = await pagesOf((cursor) => listDocumentVersions(view, { docKey: 'a', limit: 2, cursor }));
    expect(pages.map((page) => page.map(({ version, state }) => [version, state]))).toEqual([
      [
        [3, 'PENDING'],
        [2, 'COMPLETED'],
      ],
      [[1, 'SUPERSEDED']],
    ]);
    expect(pages[0]?.[0]).not.toHaveProperty('versionKey');
    expect(await listDocumentVersions(view, { docKey: 'z' })).toEqual({ items: [], subjects: [] });
  });
});

describe('listing indexing jobs', () => {
  let view: ReadModelView;
  beforeAll(async () => {
    view = await readModels.viewOf(
      indexingJobsProjection,
      batchOf(
        versionAdded('b', 1),
        versionAdded('a', 1),
        versionAdded('c', 1),
        requested('b', 1),
        failed('b', 1),
        requested('c', 1),
        failed('c', 1),
      ),
    );
  });

  it('returns the newest first, page by page', async () => {
    const pages = await pagesOf((cursor) => listIndexingJobs(view, { limit: 2, cursor }));
    expect(pages.map((page) => page.map(({ docKey }) => docKey))).toEqual([['c', 'a'], ['b']]);
  });

  it('filters by state', async () => {
    const docKeys = async (state: 'FAILED' | 'PENDING' | 'RUNNING') =>
      (await listIndexingJobs(view, { state })).items.map(({ docKey }) => docKey);
    expect(await docKeys('FAILED')).toEqual(['c', 'b']);
    expect(await docKeys('PENDING')).toEqual(['a']);
    expect(await docKeys('RUNNING')).toEqual([]);
    const pages = await pagesOf((cursor) => listIndexingJobs(view, { state: 'FAILED', limit: 1, cursor }));
    expect(pages.map((page) => page.map(({ docKey }) => docKey))).toEqual([['c'], ['b']]);
  });

  it('returns one job with whether it can be retried', async () => {
    expect(await getIndexingJob(view, jobIdOf('b', 1))).toMatchObject({
      docKey: 'b',
      state: 'FAILED',
      maxRetries: 3,
      canRetry: true,
      revision: 1,
    });
    expect(await getIndexingJob(view, uuidOf(404))).toBeUndefined();
  });
});

describe('reading questions', () => {
  let view: ReadModelView;
  const conversationId = uuidOf(11);
  beforeAll(async () => {
    view = await readModels.viewOf(
      queriesProjection,
      batchOf(
        asked(uuidOf(3), { conversationId }),
        asked(uuidOf(1), { conversationId }),
        asked(uuidOf(5), { conversationId: uuidOf(12) }),
        asked(uuidOf(2), { conversationId }),
        asked(uuidOf(4)),
        answered(uuidOf(3)),
      ),
    );
  });

  it('returns one with its answer and evidence as plain JSON', async () => {
    const query = await getQuery(view, uuidOf(3));
    expect(query).toMatchObject({
      status: 'answered',
      conversationId,
      answer: 'See the protocol [1].',
      citations: [{ n: 1, fileName: 'protocol-1219.pdf', pages: [2], score: 0.75 }],
      milliseconds: 5000,
      revision: 1,
    });
    expect(JSON.parse(JSON.stringify(query))).toStrictEqual(query);
    expect(await getQuery(view, uuidOf(404))).toBeUndefined();
  });

  it('returns those of a conversation in order', async () => {
    const pages = await pagesOf((cursor) =>
      listConversationQueries(view, { conversationId, limit: 2, cursor }),
    );
    expect(pages.map((page) => page.map(({ queryId }) => queryId))).toEqual([
      [uuidOf(3), uuidOf(1)],
      [uuidOf(2)],
    ]);
  });
});

describe('reading conversations', () => {
  let view: ReadModelView;
  beforeAll(async () => {
    const history = createHistory();
    const by = (id: string) => ({ actor: { id, role: 'clinician' as const } });
    history.record(conversationStarted(uuidOf(11), 'Bed 4'), by('dr-house'));
    history.record(conversationStarted(uuidOf(12)), by('dr-quinn'));
    history.record(conversationStarted(uuidOf(13)), by('dr-house'));
    history.record(contextSet(uuidOf(11), { patientAge: 4 }), by('dr-quinn'));
    view = await readModels.viewOf(conversationsProjection, [history.events]);
  });

  it('returns the most recently changed first', async () => {
    const pages = await pagesOf((cursor) => listConversations(view, { visible: 'all', limit: 2, cursor }));
    expect(pages.map((page) => page.map((one) => one.conversationId))).toEqual([
      [uuidOf(11), uuidOf(13)],
      [uuidOf(12)],
    ]);
  });

  it('filters by the person who started them', async () => {
    const { items } = await listConversations(view, { visible: 'all', startedBy: 'dr-quinn' });
    expect(items.map((one) => one.conversationId)).toEqual([uuidOf(12)]);
  });

  it("returns only accessible ones: the user's own, shared ones, and one subject", async () => {
    const seen = async (visible: VisibleConversations, startedBy?: string) =>
      (await listConversations(view, { visible, startedBy })).items.map((one) => one.conversationId);
    const nothing = { conversationIds: [], subjects: [] };
    expect(await seen({ owner: 'dr-quinn', ...nothing })).toEqual([uuidOf(12)]);
    expect(await seen({ owner: 'dr-quinn', ...nothing }, 'dr-house')).toEqual([]);
    expect(await seen({ owner: 'dr-quinn', ...nothing, conversationIds: [uuidOf(13)] })).toEqual([
      uuidOf(13),
      uuidOf(12),
    ]);
    const subjects = [`conversation:${uuidOf(11)}`];
    expect(await seen({ owner: 'dr-grey', ...nothing, subjects })).toEqual([uuidOf(11)]);
    expect(await seen({ owner: 'dr-quinn', startedBy: 'a-service', ...nothing })).toEqual([]);
  });

  it('returns those shared with a user at a moment, the latest share first', async () => {
    const history = createHistory();
    const until = (minute: number) => `2026-01-02T12:0${minute}:00.000Z`;
    history.record(shared(uuidOf(1), { user: 'dr-quinn' }));
    history.record(shared(uuidOf(2), { team: 'icu' }, until(5)));
    history.record(shared(uuidOf(3), { user: 'icu' }));
    history.record(shared(uuidOf(4), { user: 'dr-quinn' }));
    history.record(unshared(uuidOf(4), { user: 'dr-quinn' }));
    const shares = await readModels.viewOf(conversationSharesProjection, [history.events]);
    const keys = ['user:dr-quinn', 'team:icu'];
    expect(await listSharedWith(shares, keys, until(4))).toEqual([uuidOf(2), uuidOf(1)]);
    expect(await listSharedWith(shares, keys, until(5))).toEqual([uuidOf(1)]);
    expect(await listSharedWith(shares, [], until(4))).toEqual([]);
  });

  it('returns one with its clinical context', async () => {
    expect(await getConversation(view, uuidOf(11))).toEqual({
      conversationId: uuidOf(11),
      title: 'Bed 4',
      clinicalContext: { patientAge: 4 },
      startedAt: secondsIn(1),
      startedBy: 'dr-house',
      owner: 'dr-house',
      updatedAt: secondsIn(4),
      queryCount: 0,
      revision: 1,
    });
    expect(await getConversation(view, uuidOf(404))).toBeUndefined();
  });
});

describe('reading the audit trail', () => {
  let view: ReadModelView;
  const positionsOf = async (request: ListAuditEntries) =>
    (await listAuditEntries(view, request)).items.map(({ position }) => position);

  beforeAll(async () => {
    const history = createHistory();
    history.record(versionAdded('a', 1), { correlationId: 'upload' });
    history.record(requested('a', 1), { correlationId: 'upload', actor: { id: 'worker', role: 'service' } });
    history.record(asked(uuidOf(1)), { subject: 'patient-3', phi: true });
    history.record(answered(uuidOf(1)), {
      subject: 'patient-3',
      phi: true,
      actor: { id: 'worker', role: 'service' },
    });
    history.record(asked(uuidOf(2)));
    view = await readModels.viewOf(auditEntriesProjection, [history.events]);
  });

  it('returns the newest first, or the oldest, page by page', async () => {
    const positions = async (order: 'asc' | 'desc' | undefined) =>
      (await pagesOf((cursor) => listAuditEntries(view, { order, limit: 2, cursor }))).map((page) =>
        page.map(({ position }) => position),
      );
    expect(await positions(undefined)).toEqual([[5, 4], [3, 2], [1]]);
    expect(await positions('desc')).toEqual([[5, 4], [3, 2], [1]]);
    expect(await positions('asc')).toEqual([[1, 2], [3, 4], [5]]);
  });

  it.each<[string, ListAuditEntries, readonly number[]]>([
    ['actor', { actorId: 'worker' }, [4, 2]],
    ['type', { type: 'QueryAsked' }, [5, 3]],
    ['stream', { streamId: `query-${uuidOf(1)}` }, [4, 3]],
    ['category', { category: 'document' }, [1]],
    ['correlation', { correlationId: 'upload' }, [2, 1]],
    ['subject', { subject: 'patient-3' }, [4, 3]],
    ['PHI', { phi: true }, [4, 3]],
    ['absence of PHI', { phi: false }, [5, 2, 1]],
    ['start, inclusive', { from: secondsIn(4) }, [5, 4]],
    ['end, inclusive', { to: secondsIn(2) }, [2, 1]],
    ['both ends', { from: secondsIn(2), to: secondsIn(3) }, [3, 2]],
    ['instant in another time zone', { to: '2025-01-01T02:00:02+02:00' }, [2, 1]],
    ['actor and type', { actorId: 'dr-house', type: 'QueryAsked', order: 'asc' }, [3, 5]],
  ])('filters by %s', async (_, request, positions) => {
    expect(await positionsOf(request)).toEqual(positions);
  });

  it('rejects an invalid instant, and names the field', async () => {
    await expect(listAuditEntries(view, { to: 'tomorrow' })).rejects.toMatchObject({
      reason: { code: 'validation_error', details: { issues: [{ path: 'to' }] } },
    });
  });

  it('uses an index in the order of positions', async () => {
    const plan = await view.entities
      .getConnection('read')
      .execute(
        `explain select * from ${String(view.entities.schema)}.${auditEntryEntity.meta.tableName} order by position desc limit 10`,
      );
    expect(JSON.stringify(plan)).toContain('Index Scan Backward');
  });
});

describe('reading parked events', () => {
  let view: ReadModelView;
  beforeAll(async () => {
    view = await readModels.viewOf(
      parkedEventsProjection,
      batchOf(
        parked('indexing-worker', uuidOf(1)),
        parked('query-orchestrator', uuidOf(1)),
        parked('indexing-worker', uuidOf(2)),
        parked('indexing-worker', uuidOf(3)),
        replayRequested('indexing-worker', uuidOf(3)),
        resolved('indexing-worker', uuidOf(2)),
      ),
    );
  });

  it('returns the newest first, of all consumers or of one', async () => {
    const pages = await pagesOf((cursor) => listParkedEvents(view, { limit: 2, cursor }));
    expect(pages.map((page) => page.map(({ consumer, eventId }) => [consumer, eventId]))).toEqual([
      [
        ['indexing-worker', uuidOf(3)],
        ['query-orchestrator', uuidOf(1)],
      ],
      [['indexing-worker', uuidOf(1)]],
    ]);
    const { items } = await listParkedEvents(view, { consumer: 'query-orchestrator' });
    expect(items.map(({ eventId }) => eventId)).toEqual([uuidOf(1)]);
  });

  it('returns one until it is resolved', async () => {
    expect(await getParkedEvent(view, 'indexing-worker', uuidOf(3))).toEqual({
      consumer: 'indexing-worker',
      eventId: uuidOf(3),
      eventType: 'IndexingRequested',
      streamId: 'indexing-1',
      position: 17,
      attempts: 5,
      reason: 'timeout',
      message: 'The extractor did not answer.',
      waitsBehind: null,
      untold: null,
      parkedAt: secondsIn(4),
      replayRequestedAt: secondsIn(5),
    });
    expect(await getParkedEvent(view, 'indexing-worker', uuidOf(2))).toBeUndefined();
  });

  it('counts them by consumer', async () => {
    expect(await countParkedEvents(view)).toEqual(
      new Map([
        ['indexing-worker', 2],
        ['query-orchestrator', 1],
      ]),
    );
  });
});

describe('reading the query log', () => {
  let view: ReadModelView;
  const idsOf = async (request: ListQueryLog) =>
    (await listQueryLog(view, request)).items.map(({ kind, queryId }) => queryId ?? kind);
  const [good, failing, empty, slow] = [uuidOf(21), uuidOf(22), uuidOf(23), uuidOf(24)];

  beforeAll(async () => {
    view = await readModels.viewOf(
      queryLogProjection,
      batchOf(
        asked(slow), // position 1, one second each
        asked(good),
        searched(good, 2),
        answered(good, { degraded: true }),
        asked(failing),
        queryFailed(failing),
        asked(empty),
        searched(empty, 0),
        knowledgeSearched('1', 0),
        answered(slow),
      ),
    );
  });

  it('returns the newest first, page by page', async () => {
    const pages = await pagesOf((cursor) => listQueryLog(view, { limit: 2, cursor }));
    expect(pages.map((page) => page.map(({ kind, queryId }) => queryId ?? kind))).toEqual([
      ['search', empty],
      [failing, good],
      [slow],
    ]);
  });

  it('filters by failures, intent, user, and time range', async () => {
    expect(await idsOf({ only: 'zero-result' })).toEqual(['search', empty]);
    expect(await idsOf({ only: 'failed' })).toEqual([failing]);
    expect(await idsOf({ only: 'degraded' })).toEqual([good]);
    expect(await idsOf({ only: 'slow' })).toEqual([slow]);
    expect(await idsOf({ only: 'slow', slowerThan: 2000 })).toEqual([good, slow]);
    expect(await idsOf({ intent: 'medication_dosing', only: 'zero-result' })).toEqual([empty]);
    expect(await idsOf({ actorId: 'nobody' })).toEqual([]);
    expect(await idsOf({ from: secondsIn(2), to: secondsIn(5) })).toEqual([failing, good]);
    expect(await idsOf({ from: '2025-01-01', to: '2025-01-01' })).toHaveLength(5);
    expect(await idsOf({ to: '2024-12-31' })).toEqual([]);
  });

  it('rejects an invalid instant, and names the field', async () => {
    await expect(listQueryLog(view, { to: 'soon' })).rejects.toMatchObject({
      reason: { code: 'validation_error', details: { issues: [{ path: 'to' }] } },
    });
  });

  it('summarizes a window, and notes when it covers only the newest part', async () => {
    expect(await getQueryLogSummary(view, {})).toMatchObject({ entries: 5, complete: true });
    expect(await getQueryLogSummary(view, {}, 5)).toMatchObject({ entries: 5, complete: true });
    expect(await getQueryLogSummary(view, {}, 2)).toMatchObject({
      entries: 2,
      zeroResult: 2,
      oldestAt: secondsIn(7),
      newestAt: secondsIn(9),
      complete: false,
    });
    expect(await getQueryLogSummary(view, { to: secondsIn(2) })).toMatchObject({ entries: 2 });
  });
});

describe('labelled pairs', () => {
  it('join each judgement with its question, the oldest first, excluding erased questions', async () => {
    const [one, two, erased] = [uuidOf(21), uuidOf(22), uuidOf(23)];
    const history = batchOf(
      asked(one, { question: 'First?' }),
      asked(two, { question: 'Second?' }),
      asked(erased, { question: '[erased]' }),
      feedbackGiven(two, 'dr-house', { docKey: 'guideline-7', chunkId: 'guideline-7@1#2' }),
      feedbackGiven(erased, 'dr-house', { kind: 'wrong' }),
      feedbackGiven(one, 'dr-house', { kind: 'wrong' }),
    );
    const feedback = await readModels.viewOf(feedbackProjection, history);
    const queries = await readModels.viewOf(queriesProjection, history);
    const pairs = await Array.fromAsync(labelledPairs(feedback, queries, {}));
    expect(pairs).toEqual([
      {
        queryId: two,
        question: 'Second?',
        docKey: 'guideline-7',
        chunkId: 'guideline-7@1#2',
        label: 'helpful',
        givenAt: secondsIn(4),
      },
      {
        queryId: one,
        question: 'First?',
        docKey: null,
        chunkId: null,
        label: 'wrong',
        givenAt: secondsIn(6),
      },
    ]);
    expect(await Array.fromAsync(labelledPairs(feedback, queries, { kind: 'wrong' }))).toHaveLength(1);
    expect(await Array.fromAsync(labelledPairs(feedback, queries, { docKey: 'guideline-7' }))).toHaveLength(
      1,
    );
  });
});
