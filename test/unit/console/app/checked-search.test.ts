import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkedSearch } from '../../../../console/src/app/checked-search.ts';

const app = join(import.meta.dirname, '../../../../console/src/app');

describe('the search of an address', () => {
  it('is read in this way by every page', () => {
    const sources = globSync('*.tsx', { cwd: app }).map((name) => readFileSync(join(app, name), 'utf8'));
    const readers = sources.flatMap((source) => source.match(/validateSearch: .*/g) ?? []);
    expect(readers.length).toBeGreaterThan(9);
    for (const reader of readers) expect(reader).toMatch(/^validateSearch: checkedSearch\(/);
  });

  it('shows a page only what was read, also where the router adds the raw members underneath', () => {
    const read = checkedSearch(({ page }) => (typeof page === 'number' ? { page } : {}));
    for (const raw of [
      { page: '__proto__', to: 'https://evil.example' },
      { page: 3, other: 1 },
    ])
      expect(JSON.stringify({ ...raw, ...read(raw) })).toBe(raw.page === 3 ? '{"page":3}' : '{}');
  });
});
