import type { Page } from './reads.ts';

/** The largest page that the server returns. */
const PAGE_SIZE = 100;

/** Collects up to `limit` items of a paginated list, and reports whether there are more. */
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
