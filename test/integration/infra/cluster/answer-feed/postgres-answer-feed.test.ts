import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { Failure, failure } from '../../../../../domain/kernel/failure.ts';
import { createSharedAnswerFeed } from '../../../../../infra/cluster/answer-feed/shared-answer-feed.ts';
import { forgetPieces, postgresPieces } from '../../../../../infra/cluster/answer-feed/stored-pieces.ts';
import { createPostgresKeyVault } from '../../../../../infra/storage/key-vault/postgres-key-vault.ts';
import { createRowSealer } from '../../../../../infra/storage/key-vault/row-sealer.ts';
import type { AnswerFeed, DraftedAnswer } from '../../../../../ports/answer-feed.ts';
import type { Database } from '../../../../../ports/database.ts';
import { silentLogger } from '../../../../../ports/logger.ts';
import { describeAnswerFeed } from '../../../../contract/answer-feed.contract.ts';
import { databaseKinds, type TestDatabase } from '../../../../support/databases.ts';

const newDraft = (position = 7): DraftedAnswer => {
  const queryId = randomUUID();
  return { queryId, subject: `query:${queryId}`, position, attempt: 1 };
};

/** The newest draft as received so far by a reader. */
const readingOf = (feed: AnswerFeed, queryId: string) => {
  const left = new AbortController();
  const reading = { text: '', leave: () => left.abort() };
  onTestFinished(reading.leave);
  const read = async (): Promise<void> => {
    for await (const { from, text } of feed.follow(queryId, left.signal))
      reading.text = reading.text.slice(0, from) + text;
  };
  read().catch(() => {});
  return reading;
};

describe.each(databaseKinds)('drafts on $name', ({ openMigrated }) => {
  let test: TestDatabase;
  beforeEach(async () => {
    test = await openMigrated();
  });
  afterEach(() => test.dispose());

  /** A separate process: it has its own keys and drafts in memory, and shares the tables. */
  const newNode = async (
    replace: Partial<Parameters<typeof createSharedAnswerFeed>[0]> = {},
    database: Database = test.database,
  ) => {
    const vault = await createPostgresKeyVault({ database: test.database, masterKey: new Uint8Array(32) });
    const feed = createSharedAnswerFeed({
      pieces: postgresPieces(database),
      sealer: createRowSealer(vault),
      logger: silentLogger,
      ...replace,
    });
    onTestFinished(feed.close);
    return { feed, vault };
  };
  const stored = () => test.database.query('select p::text as row from answer_drafts.pieces p');

  describeAnswerFeed('PostgreSQL, in one process', async () => {
    const { feed } = await newNode();
    return { written: feed, read: feed };
  });

  describeAnswerFeed('PostgreSQL, from one process to another', async () => {
    const [one, other] = [await newNode(), await newNode()];
    return { written: one.feed, read: other.feed };
  });

  it('are never stored in plain text', async () => {
    const { feed } = await newNode();
    const draft = newDraft();
    const writer = feed.open(draft);
    writer.write('Jane Doe has a fever.');
    await expect.poll(stored).toHaveLength(1);
    const [row] = await stored();
    expect(row?.row).toContain(draft.queryId);
    expect(row?.row).not.toMatch(/Jane|fever/);
    const [{ kind } = {}] = await test.database.query(
      `select relpersistence::text as kind from pg_class where oid = 'answer_drafts.pieces'::regclass`,
    );
    expect(kind).toBe('u');
    writer.close();
  });

  it('are removed when they end', async () => {
    const [one, other] = [await newNode(), await newNode()];
    const draft = newDraft();
    const reading = readingOf(other.feed, draft.queryId);
    const writer = one.feed.open(draft);
    writer.write('Give oxygen.');
    await expect.poll(() => reading.text).toBe('Give oxygen.');
    writer.close();
    await expect.poll(stored).toEqual([]);
  });

  it('of a node that crashed midway are replaced by the next attempt on another', async () => {
    const [dead, alive, reader] = [await newNode(), await newNode(), await newNode()];
    const draft = newDraft(7);
    const reading = readingOf(reader.feed, draft.queryId);
    dead.feed.open(draft).write('half an ans');
    await expect.poll(() => reading.text).toBe('half an ans');
    dead.feed.close();
    const writer = alive.feed.open({ ...draft, position: 11, attempt: 2 });
    writer.write('Whole.');
    await expect.poll(() => reading.text).toBe('Whole.');
    writer.close();
    await expect.poll(stored).toEqual([]);
  });

  it('that never ended are removed by any node after a while', async () => {
    const dead = await newNode();
    dead.feed.open(newDraft()).write('left behind');
    dead.feed.open(newDraft()).write('still in work');
    await expect.poll(stored).toHaveLength(2);
    dead.feed.close();
    await test.database.query(
      `update answer_drafts.pieces set written_at = now() - interval '11 minutes'
        where query_id = (select min(query_id::text)::uuid from answer_drafts.pieces)`,
    );
    await newNode({ sweepEvery: 20 });
    await expect.poll(stored).toHaveLength(1);
  });

  it('of an erased subject can be removed, and are unreadable afterwards', async () => {
    const [one, other] = [await newNode(), await newNode()];
    const [draft, kept] = [newDraft(), newDraft()];
    one.feed.open(kept).write('about somebody else');
    one.feed.open(draft).write('about Jane Doe');
    const reading = readingOf(other.feed, kept.queryId);
    await expect.poll(() => reading.text).toBe('about somebody else');
    await expect.poll(stored).toHaveLength(2);
    await other.vault.destroy(draft.subject);
    const late = readingOf(other.feed, draft.queryId);
    const lateOfOther = readingOf((await newNode()).feed, kept.queryId);
    await expect.poll(() => lateOfOther.text).toBe('about somebody else');
    expect(late.text).toBe('');
    expect(await forgetPieces(test.database, draft.subject)).toBe(1);
    expect(await forgetPieces(test.database, draft.subject)).toBe(0);
    expect(await stored()).toHaveLength(1);
  });

  it('reach local readers immediately during a database outage, and others after it', async () => {
    let release = (): void => {};
    let isSilent = true;
    const silence = new Promise<void>((resolve) => {
      release = resolve;
    });
    const slow: Database = {
      ...test.database,
      query: async (text, values) => {
        if (isSilent) {
          await silence;
          throw new Failure(
            failure('unavailable', 'The database does not answer.', { component: 'database' }),
          );
        }
        return test.database.query(text, values);
      },
    };
    const [one, other] = [await newNode({}, slow), await newNode()];
    const draft = newDraft();
    const [here, there] = [readingOf(one.feed, draft.queryId), readingOf(other.feed, draft.queryId)];
    const writer = one.feed.open(draft);
    for (let turn = 0; turn < 100; turn += 1) writer.write('word ');
    await expect.poll(() => here.text).toBe('word '.repeat(100));
    expect(there.text).toBe('');
    isSilent = false;
    release();
    writer.write('end');
    await expect.poll(() => there.text).toBe(`${'word '.repeat(100)}end`);
    writer.close();
  });

  it('are batched into few statements, however many words and drafts there are', async () => {
    let statements = 0;
    const counting: Database = {
      ...test.database,
      query: (text, values) => {
        if (text.includes('insert into')) statements += 1;
        return test.database.query(text, values);
      },
    };
    const [one, other] = [await newNode({}, counting), await newNode()];
    const drafts = Array.from({ length: 20 }, () => newDraft());
    const readings = drafts.map(({ queryId }) => readingOf(other.feed, queryId));
    const writers = drafts.map((draft) => one.feed.open(draft));
    for (let turn = 0; turn < 50; turn += 1) for (const writer of writers) writer.write('word ');
    await expect.poll(() => readings.every(({ text }) => text === 'word '.repeat(50))).toBe(true);
    expect(statements).toBeLessThanOrEqual(3);
    for (const writer of writers) writer.close();
  });

  it('that were altered or moved stop, and block no others', async () => {
    const [one, other] = [await newNode(), await newNode()];
    const [moved, intact] = [newDraft(), newDraft()];
    one.feed.open(moved).write('moved');
    one.feed.open(intact).write('intact');
    await expect.poll(stored).toHaveLength(2);
    await test.database.query(`update answer_drafts.pieces set position = 9 where query_id = $1`, [
      moved.queryId,
    ]);
    const readings = [moved, intact].map(({ queryId }) => readingOf(other.feed, queryId));
    await expect.poll(() => readings.map(({ text }) => text)).toEqual(['', 'intact']);
  });
});
