import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listConversations } from '../../../projections/conversations/list-conversations.ts';
import { conversationsProjection } from '../../../projections/conversations/projection.ts';
import { listDocumentVersions } from '../../../projections/document-versions/list-document-versions.ts';
import { documentVersionsProjection } from '../../../projections/document-versions/projection.ts';
import { listFeedback } from '../../../projections/feedback/list-feedback.ts';
import { feedbackProjection } from '../../../projections/feedback/projection.ts';
import { listIndexingJobs } from '../../../projections/indexing-jobs/list-indexing-jobs.ts';
import { indexingJobsProjection } from '../../../projections/indexing-jobs/projection.ts';
import type { KeyedProjection } from '../../../projections/keyed-projection.ts';
import type { SealedPage } from '../../../projections/list-sealed-rows.ts';
import { encodeCursor } from '../../../projections/page-cursor.ts';
import type { PageRequest } from '../../../projections/page-of-rows.ts';
import { listConversationQueries } from '../../../projections/queries/list-conversation-queries.ts';
import { queriesProjection } from '../../../projections/queries/projection.ts';
import { listQueryLog } from '../../../projections/query-log/list-query-log.ts';
import { queryLogProjection } from '../../../projections/query-log/projection.ts';
import type { ReadModelView } from '../../../projections/read-model-reader.ts';
import { listToolCalls } from '../../../projections/tool-calls/list-tool-calls.ts';
import { toolCallsProjection } from '../../../projections/tool-calls/projection.ts';
import { openReadModels, type ReadModels } from '../../support/read-models.ts';
import { createHistory, type StreamEvent, uuidOf } from '../../support/recorded-history.ts';
import {
  asked,
  conversationStarted,
  feedbackGiven,
  knowledgeSearched,
  toolCallStories,
  versionAdded,
} from '../../support/sample-events.ts';

/** Text that only the key of the subject opens: it is in each row, in the column that the list seals. */
const SECRET = /Jane Doe|deadbeef/;
const conversationId = uuidOf(900);

type List = {
  readonly file: string;
  readonly viewOf: (rows: number) => Promise<ReadModelView>;
  readonly list: (view: ReadModelView, request: PageRequest) => Promise<SealedPage<object>>;
  /** Names the item of the nth event. */
  readonly keyOf: (n: number) => object;
  readonly subjectOf: (n: number) => string;
  readonly oldestFirst?: boolean;
  /** The view of a user with access to the odd rows; absent when the list itself does not filter by user. */
  readonly ofOther?: (view: ReadModelView, request: PageRequest) => Promise<SealedPage<object>>;
};

let readModels: ReadModels;
beforeAll(async () => {
  readModels = await openReadModels();
});
afterAll(() => readModels[Symbol.asyncDispose]());

/** Some tests destroy keys: each view has separate people and documents. */
let views = 0;
const personOf = (view: number, n: number): string => `person:patient-${view}-${n}`;

const viewOf =
  <Row extends object>(projection: KeyedProjection<Row>, event: (n: number) => StreamEvent) =>
  (rows: number): Promise<ReadModelView> => {
    const history = createHistory();
    for (let n = 1; n <= rows; n += 1)
      history.record(event(n), {
        actor: { id: n % 2 === 1 ? 'dr-quinn' : 'dr-house', role: 'clinician' },
        ...(projection.name === 'document-versions' || projection.name === 'indexing-jobs'
          ? {}
          : { subject: personOf(views, n) }),
      });
    return readModels.viewOf(projection, [history.events]);
  };
const person = (n: number): string => personOf(views, n);

const lists: readonly List[] = [
  {
    file: 'conversations/list-conversations.ts',
    viewOf: viewOf(conversationsProjection, (n) => conversationStarted(uuidOf(n), `Jane Doe ${n}`)),
    list: (view, request) => listConversations(view, { ...request, visible: 'all' }),
    ofOther: (view, request) =>
      listConversations(view, {
        ...request,
        visible: { owner: 'dr-quinn', conversationIds: [], subjects: [] },
      }),
    keyOf: (n) => ({ conversationId: uuidOf(n) }),
    subjectOf: person,
  },
  {
    file: 'feedback/list-feedback.ts',
    viewOf: viewOf(feedbackProjection, (n) =>
      feedbackGiven(uuidOf(n), 'dr-house', { comment: `Of Jane Doe ${n}` }),
    ),
    list: listFeedback,
    keyOf: (n) => ({ queryId: uuidOf(n) }),
    subjectOf: person,
  },
  {
    file: 'indexing-jobs/list-indexing-jobs.ts',
    viewOf: viewOf(indexingJobsProjection, (n) =>
      versionAdded(`note-${views}-${n}`, 1, { fileName: 'Jane Doe.pdf' }),
    ),
    list: listIndexingJobs,
    keyOf: (n) => ({ docKey: `note-${views}-${n}` }),
    subjectOf: (n) => `document:note-${views}-${n}`,
  },
  {
    file: 'queries/list-conversation-queries.ts',
    viewOf: viewOf(queriesProjection, (n) =>
      asked(uuidOf(n), { conversationId, question: `How is Jane Doe ${n}?` }),
    ),
    list: (view, request) => listConversationQueries(view, { ...request, conversationId }),
    keyOf: (n) => ({ queryId: uuidOf(n) }),
    subjectOf: person,
    oldestFirst: true,
  },
  {
    file: 'query-log/list-query-log.ts',
    viewOf: viewOf(queryLogProjection, (n) =>
      knowledgeSearched(uuidOf(n), 1, {
        counted: {
          fingerprint: `deadbeef${String(n).padStart(24, '0')}`,
          intent: 'general',
          concepts: [],
          protocolNumbers: [],
        },
        cached: false,
        milliseconds: 5,
        sources: [],
      }),
    ),
    list: listQueryLog,
    keyOf: (n) => ({ streamId: `access-search-${uuidOf(n)}` }),
    subjectOf: person,
  },
  {
    file: 'tool-calls/list-tool-calls.ts',
    viewOf: viewOf(toolCallsProjection, (n) => toolCallStories.requested(uuidOf(n))),
    list: listToolCalls,
    ofOther: (view, request) =>
      listToolCalls(view, { ...request, requestedBy: 'dr-house', actorId: 'dr-quinn' }),
    keyOf: (n) => ({ toolCallId: uuidOf(n) }),
    subjectOf: person,
  },
  {
    file: 'document-versions/list-document-versions.ts',
    viewOf: viewOf(documentVersionsProjection, (n) =>
      versionAdded(`chart-${views}`, n, { fileName: 'Jane Doe.pdf' }),
    ),
    list: (view, request) => listDocumentVersions(view, { ...request, docKey: `chart-${views}` }),
    keyOf: (n) => ({ version: n }),
    subjectOf: () => `document:chart-${views}`,
  },
];

describe('listSealedRows', () => {
  it('is used by every list of sealed rows, each of which is tested here', async () => {
    const folder = join(import.meta.dirname, '../../../projections');
    const files = (await readdir(folder, { recursive: true })).filter((name) => /\/list-.*\.ts$/.test(name));
    const using: string[] = [];
    const opening: string[] = [];
    for (const name of files) {
      const source = await readFile(join(folder, name), 'utf8');
      if (source.includes('listSealedRows(')) using.push(name);
      else if (source.includes('openRows(')) opening.push(name);
    }
    expect(using.sort()).toEqual(lists.map(({ file }) => file).sort());
    // The catalogue filters opened rows, and the top questions are counted over many: neither is a page of
    // rows.
    expect(opening.sort()).toEqual(['documents/list-documents.ts', 'query-log/list-top-questions.ts']);
  });

  describe.each(lists)('in $file', ({ viewOf, list, keyOf, subjectOf, oldestFirst = false, ofOther }) => {
    const inOrder = (...numbers: readonly number[]): readonly number[] =>
      oldestFirst ? numbers : numbers.toReversed();
    const itemsOf = (numbers: readonly number[]): readonly object[] => numbers.map(keyOf);
    const next = (): void => {
      views += 1;
    };

    it('shows each row once, page by page, with its subjects', async () => {
      next();
      const view = await viewOf(5);
      const first = await list(view, { limit: 2 });
      const second = await list(view, { limit: 2, cursor: first.nextCursor });
      const last = await list(view, { limit: 2, cursor: second.nextCursor });
      const [a, b, c, d, e] = inOrder(1, 2, 3, 4, 5);
      const expected = [[a, b], [c, d], [e]].map((page) => page.flatMap((n) => n ?? []));
      for (const [at, page] of [first, second, last].entries()) {
        const numbers = expected[at] ?? [];
        expect(page.items).toMatchObject(itemsOf(numbers));
        expect(page.items).toHaveLength(numbers.length);
        expect(page.subjects).toEqual([...new Set(numbers.map(subjectOf))]);
        for (const item of page.items) {
          expect(JSON.stringify(item)).toMatch(SECRET);
          expect(item).not.toHaveProperty('sealed');
          expect(item).not.toHaveProperty('subject');
        }
      }
      expect(last).not.toHaveProperty('nextCursor');
    });

    it('continues from its cursor while rows are added', async () => {
      next();
      const { nextCursor, items } = await list(await viewOf(4), { limit: 2 });
      expect(items).toMatchObject(itemsOf(inOrder(1, 2, 3, 4).slice(0, 2)));
      const after = await list(await viewOf(6), { limit: 10, cursor: nextCursor });
      expect(after.items).toMatchObject(itemsOf(oldestFirst ? [3, 4, 5, 6] : [2, 1]));
      expect(after.items).toHaveLength(oldestFirst ? 4 : 2);
    });

    it('rejects a cursor of another kind of list, and a forged one', async () => {
      next();
      const view = await viewOf(1);
      const ofNone = [encodeCursor(['note-1']), encodeCursor([1, 2]), encodeCursor([-1]), 'WzFd!', 'e30', ''];
      for (const cursor of ofNone)
        await expect(list(view, { cursor }), cursor).rejects.toMatchObject({
          reason: { code: 'validation_error', details: { issues: [{ path: 'cursor' }] } },
        });
    });

    it('accepts limits from 1 to 500', async () => {
      next();
      const view = await viewOf(2);
      for (const limit of [0, -1, 1.5, 501, Number.NaN])
        await expect(list(view, { limit }), String(limit)).rejects.toMatchObject({
          reason: { code: 'validation_error', details: { issues: [{ path: 'limit' }] } },
        });
      expect((await list(view, { limit: 1 })).items).toHaveLength(1);
      expect((await list(view, { limit: 500 })).items).toHaveLength(2);
    });

    it('keeps the row of an erased subject without its content', async () => {
      next();
      const view = await viewOf(3);
      await readModels.destroyKey(subjectOf(2));
      const { items } = await list(view, {});
      expect(items).toMatchObject(itemsOf(inOrder(1, 2, 3)));
      for (const [at, n] of inOrder(1, 2, 3).entries()) {
        const isErased = subjectOf(n) === subjectOf(2);
        expect(SECRET.test(JSON.stringify(items[at])), `row ${n}`).toBe(!isErased);
      }
    });

    if (ofOther)
      it('shows a user only accessible rows, on every page', async () => {
        next();
        const view = await viewOf(6);
        const first = await ofOther(view, { limit: 2 });
        const rest = await ofOther(view, { limit: 2, cursor: first.nextCursor });
        expect([...first.items, ...rest.items]).toMatchObject(itemsOf(inOrder(1, 3, 5)));
        expect(rest).not.toHaveProperty('nextCursor');
      });
  });
});
