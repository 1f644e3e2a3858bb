import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTermPostings } from '../../../../../domain/retrieval/lexical/term-postings.ts';
import { collectGarbage } from '../../../../../infra/resilience/worker-pool/release-free-memory.ts';

/** Some documents of passages, each of which has some of a few terms, and which of them are removed after. */
const histories = fc.array(
  fc.record({
    passages: fc.array(fc.uniqueArray(fc.integer({ min: 0, max: 7 })), { maxLength: 12 }),
    removed: fc.nat({ max: 30 }),
  }),
  { maxLength: 12 },
);
const termOf = (term: number): string => `term${term}`;
const all = Array.from({ length: 8 }, (_, term) => term);

it('holds where each term is, as lists of slots would, whatever comes and goes', () => {
  fc.assert(
    fc.property(histories, (history) => {
      const postings = createTermPostings(1);
      /** The terms of each slot; none for one that was removed. */
      let held: (readonly number[] | undefined)[] = [];
      for (const { passages, removed } of history) {
        for (const terms of passages) {
          for (const term of terms)
            postings.add(termOf(term), held.length, { body: term + 1, title: 0, section: 1 });
          held.push(terms);
        }
        held.slice(0, removed).forEach((terms, slot) => {
          for (const term of terms ?? []) postings.forget(termOf(term));
          held[slot] = undefined;
        });
        let left = 0;
        const newSlots = Int32Array.from(held, (terms) => (terms ? left++ : -1));
        postings.renumber(newSlots);
        held = held.filter((terms) => terms !== undefined);
        for (const term of all) {
          const slots = held.flatMap((terms, slot) => (terms?.includes(term) ? [slot] : []));
          const list = postings.get(termOf(term));
          expect(postings.liveOf(termOf(term))).toBe(slots.length);
          expect([...(list?.slots.subarray(0, list.length) ?? [])]).toEqual(slots);
          expect([...(list?.packed.subarray(0, list.length) ?? [])]).toEqual(
            slots.map(() => (term + 1) | (1 << 24)),
          );
        }
      }
    }),
  );
});

it('takes less than 100 bytes for a word that occurs once', async () => {
  const postings = createTermPostings();
  const words = 100_000;
  await collectGarbage();
  const before = process.memoryUsage();
  for (let at = 0; at < words; at += 1)
    postings.add(`w${at.toString(36)}xyz`, at, { body: 1, title: 0, section: 0 });
  // Arrays that were outgrown, and other garbage of the process, must not count.
  await collectGarbage();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  expect(arrayBuffers - before.arrayBuffers).toBeLessThan(100 * words);
  // A string and a list for each word would take 60 MB.
  expect(heapUsed - before.heapUsed).toBeLessThan(30_000_000);
  expect(postings.liveOf('w2s9xyz')).toBe(1);
});
