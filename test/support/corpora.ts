import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Folders of real documents beside the checkout: they are not ours to hand on. */
const folder = join(import.meta.dirname, '../../../shared/corpus');

export const corpusFolder = (name: string): string => join(folder, name);

/** Whether a corpus is there; says so where it is not, as its tests are then left out. */
export const hasCorpus = (name: string): boolean => {
  const isThere = existsSync(corpusFolder(name));
  if (!isThere)
    process.stdout.write(`../shared/corpus/${name} is not there: tests on its documents are left out.\n`);
  return isThere;
};
