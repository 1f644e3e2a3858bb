import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Real documents next to the checkout, which we may not redistribute. */
const folder = join(import.meta.dirname, '../../../shared/corpus');

export const corpusFolder = (name: string): string => join(folder, name);

/** True when the corpus exists; otherwise prints that its tests are skipped. */
export const hasCorpus = (name: string): boolean => {
  const isThere = existsSync(corpusFolder(name));
  if (!isThere)
    process.stdout.write(
      `../shared/corpus/${name} does not exist: the tests on its documents are skipped.\n`,
    );
  return isThere;
};
