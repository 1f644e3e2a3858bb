import { describe, expect, it } from 'vitest';
import { checkedSearch } from '../../../../console/src/app/checked-search.ts';

describe('the search of an address', () => {
  it('shows a page only what was read, also where the router adds the raw members underneath', () => {
    const read = checkedSearch(({ page }) => (typeof page === 'number' ? { page } : {}));
    for (const raw of [
      { page: '__proto__', to: 'https://evil.example' },
      { page: 3, other: 1 },
    ])
      expect(JSON.stringify({ ...raw, ...read(raw) })).toBe(raw.page === 3 ? '{"page":3}' : '{}');
  });
});
