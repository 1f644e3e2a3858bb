import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { Failure } from '../../../domain/kernel/failure.ts';
import {
  decodeCursor,
  decodePositionCursor,
  encodeCursor,
  integerPlace,
} from '../../../projections/page-cursor.ts';
import { pageOfRows } from '../../../projections/page-of-rows.ts';

const place = z.tuple([z.string(), z.int()]);

const reasonOf = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error instanceof Failure ? error.reason : error;
  }
};

describe('a page cursor', () => {
  it('represents its position, and is safe in a URL', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), fc.integer(), (text, number) => {
        const cursor = encodeCursor([text, number]);
        expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/);
        expect(decodeCursor(place, cursor)).toEqual([text, number]);
      }),
    );
  });

  it.each([
    ['nothing', ''],
    ['text that is not base64url', 'a b+c/='],
    ['base64url of invalid JSON', Buffer.from('{').toString('base64url')],
    ['a position in another list', encodeCursor(['a', 'b'])],
    ['a position with extra members', encodeCursor(['a', 1, 2])],
    ['overlong text', 'A'.repeat(1025)],
    ['text that the database cannot store', encodeCursor(['\0', 1])],
  ])('is rejected with a validation error when it is %s', (_, cursor) => {
    expect(reasonOf(() => decodeCursor(place, cursor))).toMatchObject({
      code: 'validation_error',
      details: { issues: [{ path: 'cursor' }] },
    });
  });

  it('of a list by revision or page accepts no number that its column cannot hold', () => {
    expect(decodeCursor(integerPlace, encodeCursor([2 ** 31 - 1]))).toEqual([2 ** 31 - 1]);
    expect(reasonOf(() => decodeCursor(integerPlace, encodeCursor([2 ** 31])))).toMatchObject({
      code: 'validation_error',
    });
  });

  it('of a list by position accepts no negative and no fractional number', () => {
    for (const wrong of [-1, 1.5])
      expect(reasonOf(() => decodePositionCursor(encodeCursor([wrong])))).toMatchObject({
        code: 'validation_error',
      });
  });
});

describe('a page', () => {
  const page = (limit: number | undefined, rows: number) =>
    pageOfRows(
      limit,
      async (count) => Array.from({ length: Math.min(count, rows) }, (_, index) => index + 1),
      (row) => row * 10,
      String,
    );

  it('has at most the limit, and names the start of the next one', async () => {
    expect(await page(2, 3)).toEqual({ items: [10, 20], nextCursor: '2' });
  });

  it('is the last one when nothing follows, even when it is full', async () => {
    expect(await page(3, 3)).toEqual({ items: [10, 20, 30] });
    expect(await page(3, 0)).toEqual({ items: [] });
  });

  it('has 50 items by default', async () => {
    expect((await page(undefined, 60)).items).toHaveLength(50);
  });

  it.each([0, -1, 1.5, 501, Number.NaN])('rejects a limit of %s', async (limit) => {
    await expect(page(limit, 3)).rejects.toMatchObject({
      reason: { code: 'validation_error', details: { issues: [{ path: 'limit' }] } },
    });
  });
});
