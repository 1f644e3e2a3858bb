import { describe, expect, it } from 'vitest';
import { createMemoryAnswerFeed } from '../../../../../infra/cluster/answer-feed/memory-answer-feed.ts';
import type { AnswerFeed, DraftedAnswer } from '../../../../../ports/answer-feed.ts';
import { describeAnswerFeed } from '../../../../contract/answer-feed.contract.ts';

describeAnswerFeed('memory', async () => {
  const feed = createMemoryAnswerFeed();
  return { written: feed, read: feed };
});

const draftOf = (queryId: string): DraftedAnswer => ({
  queryId,
  subject: `query:${queryId}`,
  position: 1,
  attempt: 1,
});

/** The text that a new reader receives immediately; `undefined` if there is none. */
const soFar = async (feed: AnswerFeed, queryId: string): Promise<string | undefined> => {
  const left = new AbortController();
  const next = feed.follow(queryId, left.signal)[Symbol.asyncIterator]().next();
  // Existing text arrives before the end.
  left.abort();
  return (await next).value?.text;
};

describe('the in-memory answer feed', () => {
  it('limits the number of drafts and evicts the one idle for longest', async () => {
    const feed = createMemoryAnswerFeed({ limits: { maxDrafts: 2, maxCharacters: 100 } });
    const first = feed.open(draftOf('one'));
    const second = feed.open(draftOf('two'));
    first.write('1');
    second.write('2');
    first.write('!');
    const third = feed.open(draftOf('three'));
    third.write('3');
    second.write('?');
    expect(await soFar(feed, 'one')).toBe('1!');
    expect(await soFar(feed, 'two')).toBeUndefined();
    expect(await soFar(feed, 'three')).toBe('3');
  });

  it('limits the characters of a draft', async () => {
    const feed = createMemoryAnswerFeed({ limits: { maxDrafts: 2, maxCharacters: 10 } });
    const writer = feed.open(draftOf('long'));
    for (let turn = 0; turn < 5; turn += 1) writer.write('abcd');
    expect(await soFar(feed, 'long')).toBe('abcdabcdab');
  });

  it('forgets everything when a key is destroyed, since any draft may concern its subject', async () => {
    let destroyed = () => {};
    const feed = createMemoryAnswerFeed({
      onDestroyed: (listener) => {
        destroyed = listener;
        return () => {};
      },
    });
    const writer = feed.open(draftOf('erased'));
    writer.write('about somebody');
    expect(await soFar(feed, 'erased')).toBe('about somebody');
    destroyed();
    writer.write(' more');
    expect(await soFar(feed, 'erased')).toBeUndefined();
  });
});
