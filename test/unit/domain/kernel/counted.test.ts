import { readFileSync } from 'node:fs';
import { glob } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { counted } from '../../../../domain/kernel/counted.ts';

const root = join(import.meta.dirname, '../../../..');

/** `${files} files` and `${n} file${n === 1 ? '' : 's'}`, which should be `counted(files, 'file')`. */
const byHand = [
  /\$\{(?!counted\()[a-z][^{}]*\} (?:(?:known|more|other) )?(?:documents|events|files|keys|lines|pages|passages|persons|positions|problems|questions|rows|tokens|vectors)\b/g,
  /\$\{[^{}]*\} (?:\w+\$\{[^{}]*|\$\{[^{}]*)=== 1 \? '(\w*)' : '\1\w*s'/g,
];
/** A rate, and limits that are never one. */
const allowed = /rate\(|seconds|maxFiles|found\.files\.length/;

describe('a counted noun', () => {
  it.each([
    [counted(0, 'file'), '0 files'],
    [counted(1, 'file'), '1 file'],
    [counted(1n, 'file'), '1 file'],
    [counted(2, 'entry', 'entries'), '2 entries'],
  ])('is %s', (shown, expected) => {
    expect(shown).toBe(expected);
  });

  it('is formatted by one function on the command line', async () => {
    const found: string[] = [];
    let files = 0;
    for await (const path of glob('cli/**/*.ts', { cwd: root })) {
      files += 1;
      const text = readFileSync(join(root, path), 'utf8');
      for (const pattern of byHand)
        for (const [match] of text.matchAll(pattern))
          if (!allowed.test(match)) found.push(`${path}: ${match}`);
    }
    expect(files).toBeGreaterThan(100);
    expect(found).toEqual([]);
  });
});
