import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FoundPattern } from './collect-patterns.ts';

/** The digests of patterns that the second tool attacked without success, and which need not be attacked again. */
const path = join(import.meta.dirname, 'examined-patterns.txt');

const digestOf = ({ source, flags }: FoundPattern): string =>
  createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 24);

/** Reads the list, and returns a test for whether a pattern was examined in its current form. */
export const readExamined = (): ((pattern: FoundPattern) => boolean) => {
  const digests = new Set(readFileSync(path, 'utf8').split('\n'));
  return (pattern) => digests.has(digestOf(pattern));
};

/** Replaces the list, which drops the patterns that are no longer used. */
export const writeExamined = (patterns: readonly FoundPattern[]): void => {
  writeFileSync(path, `${[...new Set(patterns.map(digestOf))].sort().join('\n')}\n`);
};
