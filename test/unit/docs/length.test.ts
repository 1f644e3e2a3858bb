import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../../..', file), 'utf8');
const wordsOf = (text: string): readonly string[] => text.split(/\s+/).filter((word) => word !== '');

test('the README has at most 600 words', () => {
  expect(wordsOf(read('README.md')).length).toBeLessThanOrEqual(600);
});

test('no table cell of docs/http.md has more than 25 words', () => {
  const rows = read('docs/http.md')
    .split('\n')
    .filter((line) => line.startsWith('|'));
  const cells = rows.flatMap((row) => row.split(/(?<!\\)\|/));
  expect(cells.length).toBeGreaterThan(100);
  expect(cells.filter((cell) => wordsOf(cell).length > 25)).toEqual([]);
});
