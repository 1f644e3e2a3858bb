import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../../..');
const sections = readFileSync(join(root, 'docs/invariants.md'), 'utf8').split(/^## /m).slice(1);

/** The tests that a section names: a file and a title per line. */
const namedIn = (section: string): readonly { readonly file: string; readonly title: string }[] =>
  [...section.matchAll(/^- `(?<file>[^`]+)`: (?<title>.+)$/gm)].map(({ groups }) => ({
    file: groups?.file ?? '',
    title: groups?.title ?? '',
  }));

/** True when a source contains a string literal with exactly that text, such as the title of a test. */
const hasLiteral = (source: string, text: string): boolean =>
  ["'", '"', '`'].some((quote) => source.includes(`${quote}${text}${quote}`));

describe('the index of invariants', () => {
  it('has each of the eleven invariants', () => {
    expect(sections.map((section) => Number.parseInt(section, 10))).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ]);
  });

  it.each(sections.map((section) => [section.split('\n')[0] ?? '', section]))(
    'names existing tests, and has no other list: %s',
    (_, section) => {
      const named = namedIn(section);
      expect(named.length).toBeGreaterThan(0);
      expect(named).toHaveLength(section.split('\n').filter((line) => line.startsWith('- ')).length);
      const missing = named.filter(({ file, title }) => {
        const path = join(root, file);
        return !existsSync(path) || !hasLiteral(readFileSync(path, 'utf8'), title);
      });
      expect(missing).toEqual([]);
    },
  );
});
