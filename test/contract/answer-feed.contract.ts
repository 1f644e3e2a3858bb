import { randomUUID } from 'node:crypto';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { AnswerFeed, DraftDelta, DraftedAnswer } from '../../ports/answer-feed.ts';

type FeedUnderTest = {
  /** The feed that answers are written to. */
  readonly written: AnswerFeed;
  /** The feed they are read from: the same one, or that of another process. */
  readonly read: AnswerFeed;
};

/** What a reader has received so far: the text of the newest draft, assembled by `from`. */
type Reading = { text: string; readonly pieces: DraftDelta[]; readonly leave: () => void };

const readingOf = (feed: AnswerFeed, queryId: string): Reading => {
  const left = new AbortController();
  const reading: Reading = { text: '', pieces: [], leave: () => left.abort() };
  onTestFinished(reading.leave);
  const read = async (): Promise<void> => {
    for await (const piece of feed.follow(queryId, left.signal)) {
      reading.pieces.push(piece);
      reading.text = reading.text.slice(0, piece.from) + piece.text;
    }
  };
  read().catch(() => {});
  return reading;
};

const newDraft = (position = 7, queryId: string = randomUUID()): DraftedAnswer => ({
  queryId,
  subject: `query:${queryId}`,
  position,
  attempt: 1,
});

/** The contract of every answer feed, for readers in the same process and in another. */
export const describeAnswerFeed = (name: string, make: () => Promise<FeedUnderTest>): void => {
  describe(`answer feed: ${name}`, () => {
    test('passes on what is written, each piece starting where the previous one ended', async () => {
      const { written, read } = await make();
      const draft = newDraft();
      const reading = readingOf(read, draft.queryId);
      const writer = written.open(draft);
      for (const word of ['Give ', 'oxygen ', 'first.']) {
        writer.write(word);
        await expect.poll(() => reading.text.endsWith(word)).toBe(true);
      }
      expect(reading.text).toBe('Give oxygen first.');
      let end = 0;
      for (const { from, text, position, attempt } of reading.pieces) {
        expect({ from, position, attempt }).toEqual({ from: end, position: 7, attempt: 1 });
        end += text.length;
      }
      writer.close();
    });

    test('gives a reader who joins later everything so far in one piece, then the rest', async () => {
      const { written, read } = await make();
      const draft = newDraft();
      const writer = written.open(draft);
      const early = readingOf(read, draft.queryId);
      writer.write('Sit the patient ');
      writer.write('upright. ');
      await expect.poll(() => early.text).toBe('Sit the patient upright. ');
      const late = readingOf(read, draft.queryId);
      await expect.poll(() => late.pieces.map(({ text }) => text)).toEqual(['Sit the patient upright. ']);
      writer.write('Reassess.');
      await expect.poll(() => late.text).toBe('Sit the patient upright. Reassess.');
      writer.close();
    });

    test('gives a slow reader everything written in the meantime in one piece', async () => {
      const { written, read } = await make();
      const draft = newDraft();
      const left = new AbortController();
      const pieces = read.follow(draft.queryId, left.signal)[Symbol.asyncIterator]();
      const first = pieces.next();
      const writer = written.open(draft);
      writer.write('a');
      const { value } = await first;
      expect(value).toMatchObject({ from: 0, text: 'a' });
      const other = readingOf(read, draft.queryId);
      for (let turn = 0; turn < 200; turn += 1) writer.write('b');
      await expect.poll(() => other.text.length).toBe(201);
      expect((await pieces.next()).value).toMatchObject({ from: 1, text: 'b'.repeat(200) });
      left.abort();
      writer.close();
    });

    test('never splits a surrogate pair', async () => {
      const { written, read } = await make();
      const draft = newDraft();
      const reading = readingOf(read, draft.queryId);
      const writer = written.open(draft);
      const [high = '', low = ''] = '😀'.split('');
      writer.write(`µg ${high}`);
      await expect.poll(() => reading.text.startsWith('µg ')).toBe(true);
      writer.write(`${low} ≥ 5`);
      await expect.poll(() => reading.text).toBe('µg 😀 ≥ 5');
      writer.close();
    });

    test('replaces an attempt with the next one and drops what the replaced one still writes', async () => {
      const { written, read } = await make();
      const first = newDraft(7);
      const second = { ...first, position: 9, attempt: 2 };
      const reading = readingOf(read, first.queryId);
      const before = written.open(first);
      before.write('half an ans');
      await expect.poll(() => reading.text).toBe('half an ans');
      const after = written.open(second);
      after.write('Whole.');
      await expect.poll(() => reading.text).toBe('Whole.');
      before.write('wer that is never received');
      before.close();
      after.write(' Still here.');
      await expect.poll(() => reading.text).toBe('Whole. Still here.');
      expect(reading.pieces.at(-1)).toMatchObject({ position: 9, attempt: 2 });
      after.close();
    });

    test('drops what an attempt writes that is not the newest', async () => {
      const { written, read } = await make();
      const draft = newDraft(9);
      const reading = readingOf(read, draft.queryId);
      const newest = written.open(draft);
      newest.write('new');
      await expect.poll(() => reading.text).toBe('new');
      const old = written.open({ ...draft, position: 8 });
      old.write('old');
      old.close();
      newest.write('er');
      await expect.poll(() => reading.text).toBe('newer');
      newest.close();
    });

    test('forgets a closed draft and continues with the next one', async () => {
      const { written, read } = await make();
      const draft = newDraft(7);
      const before = readingOf(read, draft.queryId);
      const writer = written.open(draft);
      writer.write('over');
      await expect.poll(() => before.text).toBe('over');
      writer.close();
      writer.close();
      writer.write('and gone');
      const next = written.open({ ...draft, position: 12, attempt: 2 });
      next.write('next');
      await expect.poll(() => before.text).toBe('next');
      const after = readingOf(read, draft.queryId);
      await expect.poll(() => after.text).toBe('next');
      expect(after.pieces.map(({ position }) => position)).toEqual([12]);
      next.close();
    });

    test('keeps the drafts of several questions apart and passes each one to all its readers', async () => {
      const { written, read } = await make();
      const drafts = [newDraft(3), newDraft(4), newDraft(5)];
      const readings = drafts.map(({ queryId }) =>
        Array.from({ length: 20 }, () => readingOf(read, queryId)),
      );
      const writers = drafts.map((draft) => written.open(draft));
      for (const [index, writer] of writers.entries()) {
        writer.write(`answer `);
        writer.write(`${index}`);
      }
      await expect
        .poll(() => readings.map((same) => [...new Set(same.map(({ text }) => text))]))
        .toEqual([['answer 0'], ['answer 1'], ['answer 2']]);
      for (const writer of writers) writer.close();
    });

    test('ends when the reader aborts, whether or not it is waiting', async () => {
      const { read } = await make();
      const left = new AbortController();
      const pieces = read.follow(randomUUID(), left.signal)[Symbol.asyncIterator]();
      const next = pieces.next();
      left.abort();
      expect((await next).done).toBe(true);
      const tooLate = read.follow(randomUUID(), left.signal)[Symbol.asyncIterator]();
      expect((await tooLate.next()).done).toBe(true);
    });
  });
};
