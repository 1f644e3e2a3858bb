import { describe, expect, it } from 'vitest';
import { hasBrowser, openConsole } from '../support/console-in-browser.ts';

const PAGE = 2500;
const PAGES = 4;

type Answer = { readonly data: { readonly documents: readonly object[] } };

/**
 * Scrolls to the end; gives the text of the link in the last row if that row can be seen then. By its
 * number, the head being row 1: to find a link by its name, thousands of names would be computed.
 */
const SEEN_AT_THE_END = `(() => {
  scrollTo(0, document.documentElement.scrollHeight);
  const row = document.querySelector('tr[aria-rowindex="${PAGE * PAGES + 1}"]');
  return row && row.getBoundingClientRect().top < innerHeight ? row.querySelector('a').textContent : undefined;
})()`;

describe.skipIf(!hasBrowser)('a list of ten thousand rows', () => {
  it('scrolls to its end and back, with only the rows near the window in the page', async () => {
    const { page, context, picture, close } = await openConsole({ person: 'long-1' });
    // News of documents that other tests have uploaded would have the list read again.
    await context.route('**/api/stream?*', (route) => route.abort());
    let first: Answer | undefined;
    await context.route(/\/api\/documents(?:\?|$)/, async (route) => {
      first ??= (await (await route.fetch()).json()) as Answer;
      const [document] = first.data.documents;
      const { cursor } = route.request().postDataJSON() as { readonly cursor?: string };
      const n = Number(cursor ?? 0);
      const documents = Array.from({ length: PAGE }, (_, at) => ({
        ...document,
        docKey: `protocol-${n * PAGE + at + 1}`,
        title: `Protocol ${n * PAGE + at + 1}`,
      }));
      const nextCursor = n + 1 < PAGES ? String(n + 1) : null;
      await route.fulfill({ json: { ...first, data: { documents, nextCursor } } });
    });
    await page.getByRole('link', { name: 'Library' }).click();
    const link = (n: number) => page.getByRole('link', { name: `Protocol ${n}`, exact: true });
    await link(1).waitFor();
    await page.getByRole('button', { name: 'Show more' }).press('Enter');
    // Each page that arrives moves the end, and new rows leave again unless they are near the window: scroll until the
    // last one is seen.
    await expect.poll(() => page.evaluate(SEEN_AT_THE_END)).toBe(`Protocol ${PAGE * PAGES}`);
    expect(await page.getByRole('table').getAttribute('aria-rowcount')).toBe(String(PAGE * PAGES + 1));
    await expect.poll(() => page.locator('tbody tr').count()).toBeLessThan(1000);
    await picture('long-list-end');
    await page.evaluate('scrollTo(0, 0)');
    await link(1).waitFor();
    await picture('long-list');
    await close();
  });
});
