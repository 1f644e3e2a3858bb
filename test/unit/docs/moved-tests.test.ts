import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');

/** The rows of the table without its head: the old and the new location of a test. */
const rows: readonly (readonly [before: string, now: string])[] = readFileSync(
  join(root, 'docs/moved-tests.md'),
  'utf8',
)
  .split('\n')
  .filter((line) => line.startsWith('| '))
  .slice(1)
  .map((line) => {
    const [, before = '', now = ''] = line.split('|');
    return [before.trim(), now.trim()];
  });

it.each(rows)('the list of moved tests names existing files for %s', (_before, now) => {
  const files = [...now.matchAll(/`((?:test|scripts)\/[^`]+)`/g)].map(([, file = '']) => file);
  expect(files).not.toEqual([]);
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  // A name without its folder and extension could not be checked.
  expect(now.replace(/`[^`]*`/g, '')).not.toMatch(/\btest\/|\bsame\b/);
});

it('the list of moved tests has rows', () => {
  expect(rows.length).toBeGreaterThan(90);
});
