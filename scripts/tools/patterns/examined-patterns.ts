import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FoundPattern } from './collect-patterns.ts';

/** Digests of the patterns that the second tool has attacked in vain, so that it need not again: it takes minutes. */
const path = join(import.meta.dirname, 'examined-patterns.txt');

const digestOf = ({ source, flags }: FoundPattern): string =>
  createHash('sha256').update(`/${source}/${flags}`).digest('hex').slice(0, 24);

/** Whether a pattern was examined in its present form. */
export const readExamined = (): ((pattern: FoundPattern) => boolean) => {
  const digests = new Set(readFileSync(path, 'utf8').split('\n'));
  return (pattern) => digests.has(digestOf(pattern));
};

/** Replaces the list: what is not used any more goes. */
export const writeExamined = (patterns: readonly FoundPattern[]): void => {
  writeFileSync(path, `${[...new Set(patterns.map(digestOf))].sort().join('\n')}\n`);
};
