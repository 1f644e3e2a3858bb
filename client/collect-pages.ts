import { UnexpectedAnswer } from './failures.ts';
import type { Page } from './reads.ts';

/** The largest page that the server returns. */
const PAGE_SIZE = 100;
/** The most pages without an item in succession: a server could promise more items for ever. */
const MAX_EMPTY_PAGES = 100;

/**
 * Collects up to `limit` items of a paginated list, and reports whether there are more.
 *
 * @throws UnexpectedAnswer when page after page is empty and promises another
 */
export const collectPages = async <Item>(
  limit: number,
  fetchPage: (query: { readonly limit: number; readonly cursor?: string }) => Promise<Page<Item>>,
): Promise<{ readonly items: readonly Item[]; readonly more: boolean }> => {
  const items: Item[] = [];
  let cursor: string | undefined;
  let empty = 0;
  for (;;) {
    const page = await fetchPage({
      limit: Math.min(PAGE_SIZE, limit - items.length),
      ...(cursor === undefined ? {} : { cursor }),
    });
    items.push(...page.items);
    cursor = page.nextCursor;
    empty = page.items.length === 0 ? empty + 1 : 0;
    if (empty > MAX_EMPTY_PAGES) throw new UnexpectedAnswer(200, 'the list', 'The list has no end.');
    if (cursor === undefined || items.length >= limit) return { items, more: cursor !== undefined };
  }
};
