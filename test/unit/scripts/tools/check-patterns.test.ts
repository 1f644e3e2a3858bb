import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collectPatterns, isExempt } from '../../../../scripts/tools/patterns/collect-patterns.ts';
import { slownessOf } from '../../../../scripts/tools/patterns/slowness-of.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'anamnesis-patterns-'));
  await mkdir(join(root, 'room'));
  await writeFile(
    join(root, 'room/a.ts'),
    [
      "const part: string = '[a-z]+';",
      'export const literal = /^\\s*x?\\s*$/u;',
      // biome-ignore lint/suspicious/noTemplateCurlyInString: it is source text.
      'export const made = new RegExp(`(?:${part})+$`);',
      "export const later = (text: string) => new RegExp(text, 'i');",
      '// short input: a key of at most 255 characters.',
      'export const known = /0+$/;',
    ].join('\n'),
  );
});
afterAll(() => rm(root, { recursive: true, force: true }));

describe('the pattern check', () => {
  it('finds literals, composed patterns, and those composed too late to be examined', async () => {
    const { patterns, hidden } = await collectPatterns(root, ['room']);
    expect(patterns.map(({ line, source, flags }) => [line, source, flags])).toEqual([
      [2, '^\\s*x?\\s*$', 'u'],
      [6, '0+$', ''],
      [3, '(?:[a-z]+)+$', ''],
    ]);
    expect(hidden).toEqual(['room/a.ts:4']);
    expect(patterns.filter((pattern) => isExempt(root, pattern)).map(({ line }) => line)).toEqual([6]);
  });

  it.each([
    // Former code of this program.
    [String.raw`^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)+\|?\s*$`, 'two repetitions share'],
    ['[-._]+$', 'every start reads'],
    [String.raw`^(?:\w+\s?)*$`, 'a repetition shares with itself'],
  ])('explains what is slow about %s', (source, reason) => {
    expect(slownessOf({ source, flags: '' })).toContain(reason);
  });

  it.each(['(?<![-._])[-._]+$', String.raw`a(?:\s*[:=])?\s*x`, String.raw`^\d{1,3}(?:\.\d{1,3}){0,4}$`])(
    'finds nothing slow about %s',
    (source) => {
      expect(slownessOf({ source, flags: 'u' })).toBeUndefined();
    },
  );
});
