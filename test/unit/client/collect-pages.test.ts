import { describe, expect, it } from 'vitest';
import { collectPages } from '../../../client/collect-pages.ts';

describe('a list longer than a page', () => {
  it('is read page by page up to the limit', async () => {
    const asked: number[] = [];
    const fetchPage = async ({ limit, cursor }: { limit: number; cursor?: string }) => {
      asked.push(limit);
      const from = Number(cursor ?? 0);
      const items = Array.from({ length: limit }, (_, index) => from + index);
      return { items, nextCursor: String(from + limit) };
    };
    const { items, more } = await collectPages(250, fetchPage);
    expect(items).toEqual(Array.from({ length: 250 }, (_, index) => index));
    expect({ asked, more }).toEqual({ asked: [100, 100, 50], more: true });
  });

  it('is not read for ever when empty pages promise more', async () => {
    let pages = 0;
    const fetchPage = async () => {
      pages += 1;
      return { items: [], nextCursor: String(pages) };
    };
    await expect(collectPages(250, fetchPage)).rejects.toThrow('The list has no end.');
    expect(pages).toBeLessThan(1000);
  });
});
