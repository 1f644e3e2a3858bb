import type { Page } from './reads.ts';

/** The most items that the server gives at once. */
const PAGE_SIZE = 100;

/** Up to `limit` items of a list, page by page, and whether there are more. */
export const collectPages = async <Item>(
  limit: number,
  fetchPage: (query: { readonly limit: number; readonly cursor?: string }) => Promise<Page<Item>>,
): Promise<{ readonly items: readonly Item[]; readonly more: boolean }> => {
  const items: Item[] = [];
  let cursor: string | undefined;
  for (;;) {
    const page = await fetchPage({
      limit: Math.min(PAGE_SIZE, limit - items.length),
      ...(cursor === undefined ? {} : { cursor }),
    });
    items.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined || items.length >= limit) return { items, more: cursor !== undefined };
  }
};
