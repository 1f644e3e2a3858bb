import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

test('the glossary defines each word once', () => {
  const glossary = readFileSync(join(import.meta.dirname, '../../../docs/glossary.md'), 'utf8');
  const words = [...glossary.matchAll(/^\| ([^|]+) \|/gm)]
    .slice(1)
    .flatMap(([, cell = '']) => cell.replaceAll(/\([^)]*\)/g, '').split(','))
    .map((word) => word.trim().replace(/^to /, ''))
    .filter((word) => !/^-+$/.test(word));
  expect(words.length).toBeGreaterThan(100);
  expect(words.filter((word, index) => words.indexOf(word) !== index)).toEqual([]);
});
