import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { EntitySchema } from '@mikro-orm/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogueFilters, kindOfFiltered } from '../../../domain/retrieval/filter-uses.ts';
import { auditEntryEntity } from '../../../projections/audit-entries/entity.ts';
import { listAuditEntries } from '../../../projections/audit-entries/list-audit-entries.ts';
import { auditReviewEntity } from '../../../projections/audit-reviews/entity.ts';
import { listAuditReviews } from '../../../projections/audit-reviews/list-audit-reviews.ts';
import { breakGlassEntity } from '../../../projections/break-glass/entity.ts';
import { listGrants } from '../../../projections/break-glass/list-grants.ts';
import { conversationShareEntity } from '../../../projections/conversation-shares/entity.ts';
import { listSharedWith } from '../../../projections/conversation-shares/list-shared-with.ts';
import { conversationEntity } from '../../../projections/conversations/entity.ts';
import { listConversations } from '../../../projections/conversations/list-conversations.ts';
import { documentVersionEntity } from '../../../projections/document-versions/entity.ts';
import { listDocumentVersions } from '../../../projections/document-versions/list-document-versions.ts';
import { documentEntity } from '../../../projections/documents/entity.ts';
import { foldedColumnOf } from '../../../projections/documents/folded-columns.ts';
import { listDocuments } from '../../../projections/documents/list-documents.ts';
import { listMarkedDocuments } from '../../../projections/documents/list-marked-documents.ts';
import { erasureEntity } from '../../../projections/erasures/entity.ts';
import { listErasures } from '../../../projections/erasures/list-erasures.ts';
import { feedbackEntity } from '../../../projections/feedback/entity.ts';
import { listFeedback } from '../../../projections/feedback/list-feedback.ts';
import { indexingJobEntity } from '../../../projections/indexing-jobs/entity.ts';
import { listIndexingJobs } from '../../../projections/indexing-jobs/list-indexing-jobs.ts';
import { parkedEventEntity } from '../../../projections/parked-events/entity.ts';
import { listParkedEvents } from '../../../projections/parked-events/list-parked-events.ts';
import { queryEntity } from '../../../projections/queries/entity.ts';
import { listConversationQueries } from '../../../projections/queries/list-conversation-queries.ts';
import { queryLogEntity } from '../../../projections/query-log/entity.ts';
import { listQueryLog } from '../../../projections/query-log/list-query-log.ts';
import { listTopQuestions } from '../../../projections/query-log/list-top-questions.ts';
import type { ReadModelView } from '../../../projections/read-model-reader.ts';
import { reviewEntity } from '../../../projections/reviews/entity.ts';
import { listReviews } from '../../../projections/reviews/list-reviews.ts';
import { tokenEntity } from '../../../projections/tokens/entity.ts';
import { listTokens } from '../../../projections/tokens/list-tokens.ts';
import { toolCallEntity } from '../../../projections/tool-calls/entity.ts';
import { listToolCalls } from '../../../projections/tool-calls/list-tool-calls.ts';
import { openFilledLists, seldom } from '../../support/filled-lists.ts';

const ROWS = 10_000;
/** A page and the rows scanned around it: far less than the whole table. */
const MOST = 2000;

const text = seldom(`'rare'`, `'usual-' || n % 5`);
const instant = `to_char(timestamptz '2025-01-01Z' + n * interval '1 minute', 'YYYY-MM-DD"T"HH24:MI:SS.000"Z"')`;
const FIRST_DAY = '2025-01-01';
const now = '2025-01-01T00:10:00.000Z';

const OFTEN = 'a good part of all entries has it';
/** Positions are nearly in order of time, which the planner does not know and clocks need not guarantee. */
const BACK_IN_TIME = 'what is newer is passed over in the order of positions';

type List = {
  readonly file: string;
  readonly entity: EntitySchema;
  /** The content of the table; other properties differ in every row. */
  readonly with: Readonly<Record<string, string>>;
  readonly reads: Readonly<Record<string, (view: ReadModelView) => Promise<unknown>>>;
  /** Reads that scan the list until they have found enough, with the justification. */
  readonly walks?: Readonly<Record<string, string>>;
};

const entity = (one: object): EntitySchema => one as EntitySchema;

/** The filters of the catalogue, each with a value that few documents have. */
const catalogue = catalogueFilters.map(({ parameter, definition }) => {
  const { property, match, ignoresCase } = definition;
  const kind = kindOfFiltered(property);
  const column =
    ignoresCase && property !== 'docKey' && property !== 'drugs' ? foldedColumnOf(property) : property;
  const isNumber = property === 'publicationYear';
  const isDate = match === 'from' || match === 'to';
  const rare = isNumber
    ? match === 'to'
      ? 1900
      : 2100
    : match === 'to'
      ? '1900-01-01'
      : isDate
        ? '2100-01-01'
        : 'rare';
  const filling = isNumber
    ? seldom('case when n % 2 = 0 then 1900 else 2100 end', '2020')
    : isDate
      ? seldom(`case when n % 2 = 0 then '1900-01-01' else '2100-01-01' end`, `'2020-01-01'`)
      : kind === 'list'
        ? seldom(`'["rare"]'`, `'["usual"]'`)
        : text;
  return { parameter, column, rare, filling };
});

const lists: readonly List[] = [
  {
    file: 'documents/list-documents.ts',
    entity: entity(documentEntity),
    with: {
      ...Object.fromEntries(catalogue.map(({ column, filling }) => [column, filling])),
      docKey: `'doc-' || lpad((${ROWS} - n)::text, 9, '0')`,
      clean: 'n % 1000 <> 0',
      status: seldom(`'failed'`, `'searchable'`),
      containsPhi: 'false',
      subject: `'subject-' || n % 1000`,
    },
    reads: {
      all: (view) => listDocuments(view, {}),
      status: (view) => listDocuments(view, { status: 'failed' }),
      ...Object.fromEntries(
        catalogue.map(({ parameter, rare }) => [
          parameter,
          (view: ReadModelView) => listDocuments(view, { [parameter]: rare }),
        ]),
      ),
    },
    walks: { title: 'words inside a title have no index: one is looked for in a catalogue, not in a log' },
  },
  {
    file: 'document-versions/list-document-versions.ts',
    entity: entity(documentVersionEntity),
    with: { docKey: `'doc-' || n / 5` },
    reads: { one: (view) => listDocumentVersions(view, { docKey: 'doc-7' }) },
  },
  {
    file: 'indexing-jobs/list-indexing-jobs.ts',
    entity: entity(indexingJobEntity),
    with: { state: seldom(`'FAILED'`, `'COMPLETED'`) },
    reads: {
      all: (view) => listIndexingJobs(view, {}),
      state: (view) => listIndexingJobs(view, { state: 'FAILED' }),
    },
  },
  {
    file: 'queries/list-conversation-queries.ts',
    entity: entity(queryEntity),
    with: { conversationId: `'conversation-' || n / 10` },
    reads: { one: (view) => listConversationQueries(view, { conversationId: 'conversation-7' }) },
  },
  {
    file: 'conversations/list-conversations.ts',
    entity: entity(conversationEntity),
    with: { owner: text, startedBy: text, subject: `'subject-' || n / 10`, clinicalContext: 'null' },
    reads: {
      all: (view) => listConversations(view, { visible: 'all' }),
      startedBy: (view) => listConversations(view, { visible: 'all', startedBy: 'rare' }),
      owner: (view) =>
        listConversations(view, { visible: { owner: 'rare', conversationIds: [], subjects: [] } }),
      service: (view) =>
        listConversations(view, {
          visible: { owner: 'rare', startedBy: 'rare', conversationIds: [], subjects: [] },
        }),
      shared: (view) =>
        listConversations(view, {
          visible: { owner: 'nobody', conversationIds: ['value-7'], subjects: ['subject-9'] },
        }),
    },
  },
  {
    file: 'conversation-shares/list-shared-with.ts',
    entity: entity(conversationShareEntity),
    with: { sharee: text },
    reads: { one: (view) => listSharedWith(view, ['rare', 'team:none'], now) },
  },
  {
    file: 'tool-calls/list-tool-calls.ts',
    entity: entity(toolCallEntity),
    with: {
      requestedBy: text,
      actorId: text,
      tool: text,
      queryId: text,
      status: seldom(`'failed'`, `'completed'`),
    },
    reads: {
      all: (view) => listToolCalls(view, {}),
      requestedBy: (view) => listToolCalls(view, { requestedBy: 'rare' }),
      actorId: (view) => listToolCalls(view, { actorId: 'rare' }),
      tool: (view) => listToolCalls(view, { tool: 'rare' }),
      queryId: (view) => listToolCalls(view, { queryId: 'rare' }),
      state: (view) => listToolCalls(view, { state: 'failed' }),
    },
  },
  {
    file: 'audit-entries/list-audit-entries.ts',
    entity: entity(auditEntryEntity),
    with: {
      position: 'n',
      type: seldom(`'SubjectErased'`, `'QueryAsked'`),
      category: seldom(`'subject'`, `'query'`),
      actorId: text,
      actorRole: seldom(`'admin'`, `'service'`),
      onBehalfOf: text,
      correlationId: `'correlation-' || n / 5`,
      streamId: `'query-' || n / 5`,
      phi: seldom('true', 'false'),
      about: seldom(`'{person:rare}'`, `array['person:' || n % 500]`),
      basis: seldom(`'oversight'`, 'null'),
      recordedAt: instant,
    },
    reads: {
      all: (view) => listAuditEntries(view, {}),
      oldest: (view) => listAuditEntries(view, { order: 'asc' }),
      actorId: (view) => listAuditEntries(view, { actorId: 'rare' }),
      role: (view) => listAuditEntries(view, { role: 'admin' }),
      onBehalfOf: (view) => listAuditEntries(view, { onBehalfOf: 'rare' }),
      type: (view) => listAuditEntries(view, { type: 'ConversationShared' }),
      action: (view) => listAuditEntries(view, { action: 'shared' }),
      outcome: (view) => listAuditEntries(view, { outcome: 'refused' }),
      streamId: (view) => listAuditEntries(view, { streamId: 'query-7' }),
      category: (view) => listAuditEntries(view, { category: 'subject' }),
      correlationId: (view) => listAuditEntries(view, { correlationId: 'correlation-7' }),
      subject: (view) => listAuditEntries(view, { subject: 'person:rare' }),
      phi: (view) => listAuditEntries(view, { phi: true }),
      basis: (view) => listAuditEntries(view, { basis: 'break-glass' }),
      day: (view) => listAuditEntries(view, { from: FIRST_DAY, to: FIRST_DAY }),
      until: (view) => listAuditEntries(view, { to: FIRST_DAY }),
      positions: (view) => listAuditEntries(view, { firstPosition: 5, lastPosition: 50 }),
    },
    walks: { phi: OFTEN, day: BACK_IN_TIME, until: BACK_IN_TIME },
  },
  {
    file: 'query-log/list-query-log.ts',
    entity: entity(queryLogEntity),
    with: {
      actorId: text,
      intent: text,
      status: seldom(`'failed'`, `'answered'`),
      zeroResult: seldom('true', 'false'),
      degraded: seldom('true', 'false'),
      milliseconds: seldom('9000 + n', '50 + n % 1000'),
      askedAt: instant,
    },
    reads: {
      all: (view) => listQueryLog(view, {}),
      'zero-result': (view) => listQueryLog(view, { only: 'zero-result' }),
      failed: (view) => listQueryLog(view, { only: 'failed' }),
      degraded: (view) => listQueryLog(view, { only: 'degraded' }),
      slow: (view) => listQueryLog(view, { only: 'slow' }),
      intent: (view) => listQueryLog(view, { intent: 'rare' }),
      actorId: (view) => listQueryLog(view, { actorId: 'rare' }),
      day: (view) => listQueryLog(view, { from: FIRST_DAY, to: FIRST_DAY }),
      until: (view) => listQueryLog(view, { to: FIRST_DAY }),
    },
    walks: { day: BACK_IN_TIME, until: BACK_IN_TIME },
  },
  {
    file: 'feedback/list-feedback.ts',
    entity: entity(feedbackEntity),
    with: { kind: seldom(`'wrong'`, `'helpful'`), docKey: text },
    reads: {
      all: (view) => listFeedback(view, {}),
      kind: (view) => listFeedback(view, { kind: 'wrong' }),
      docKey: (view) => listFeedback(view, { docKey: 'rare' }),
    },
  },
  {
    file: 'reviews/list-reviews.ts',
    entity: entity(reviewEntity),
    with: { kind: seldom(`'safety'`, `'phi'`), state: seldom(`'open'`, `'closed'`) },
    reads: {
      all: (view) => listReviews(view, {}),
      kind: (view) => listReviews(view, { kind: 'safety' }),
      state: (view) => listReviews(view, { state: 'open' }),
    },
  },
  {
    file: 'erasures/list-erasures.ts',
    entity: entity(erasureEntity),
    with: { state: seldom(`'requested'`, `'completed'`) },
    reads: {
      all: (view) => listErasures(view, {}),
      state: (view) => listErasures(view, { state: 'requested' }),
    },
  },
  {
    file: 'parked-events/list-parked-events.ts',
    entity: entity(parkedEventEntity),
    with: { consumer: text },
    reads: {
      all: (view) => listParkedEvents(view, {}),
      consumer: (view) => listParkedEvents(view, { consumer: 'rare' }),
    },
  },
  {
    file: 'tokens/list-tokens.ts',
    entity: entity(tokenEntity),
    with: {
      name: text,
      revokedAt: seldom('null', `'2025-01-01T00:00:00.000Z'`),
      expiresAt: `case when n % 2 = 0 then '2024-01-01T00:00:00.000Z' else '2099-01-01T00:00:00.000Z' end`,
    },
    reads: {
      all: (view) => listTokens(view, { now }),
      name: (view) => listTokens(view, { now, name: 'rare' }),
      active: (view) => listTokens(view, { now, state: 'active' }),
      expired: (view) => listTokens(view, { now, state: 'expired' }),
    },
  },
  {
    file: 'audit-reviews/list-audit-reviews.ts',
    entity: entity(auditReviewEntity),
    with: {},
    reads: { all: (view) => listAuditReviews(view, {}) },
  },
  {
    file: 'break-glass/list-grants.ts',
    entity: entity(breakGlassEntity),
    with: {
      outcome: seldom('null', `'justified'`),
      awaitsApproval: seldom('false', 'true'),
      expiresAt: `case when n % 2 = 0 then '2024-01-01T00:00:00.000Z' else '2099-01-01T00:00:00.000Z' end`,
    },
    reads: {
      all: (view) => listGrants(view, { now }),
      requested: (view) => listGrants(view, { now, state: 'awaiting_approval' }),
      open: (view) => listGrants(view, { now, state: 'open' }),
      awaiting: (view) => listGrants(view, { now, state: 'awaiting_review' }),
    },
  },
];

/** Lists on the tables of other lists. */
const further: Readonly<Record<string, (view: ReadModelView) => Promise<unknown>>> = {
  'documents/list-marked-documents.ts': (view) => listMarkedDocuments(view, ['doc-000000007']),
  'query-log/list-top-questions.ts': (view) =>
    listTopQuestions(view, { only: 'zero-result', limit: 10, from: FIRST_DAY, to: FIRST_DAY }),
};

describe(`lists over ${ROWS.toLocaleString('en')} rows`, () => {
  let filled: Awaited<ReturnType<typeof openFilledLists>>;
  beforeAll(async () => {
    filled = await openFilledLists(ROWS);
    for (const list of lists) await filled.fill(list.entity, list.with);
  }, 300_000);
  afterAll(() => filled[Symbol.asyncDispose]());

  for (const { file, reads, walks } of lists)
    for (const [name, read] of Object.entries(reads))
      if (walks?.[name] === undefined)
        it(`${file} reads little more than it shows: ${name}`, async () => {
          expect(await filled.rowsLookedAt(() => read(filled.view))).toBeLessThan(MOST);
        });

  for (const [file, read] of Object.entries(further))
    it(`${file} reads little more than it shows`, async () => {
      expect(await filled.rowsLookedAt(() => read(filled.view))).toBeLessThan(MOST);
    });

  it('cover every list of the projections', async () => {
    const folder = join(import.meta.dirname, '../../../projections');
    const files = (await readdir(folder, { recursive: true })).filter((path) =>
      /\/list-[^/]+\.ts$/.test(path),
    );
    const known = [...lists.map(({ file }) => file), ...Object.keys(further), 'search/list-chunks.ts'];
    expect(files.toSorted()).toEqual(known.toSorted());
  });
});
