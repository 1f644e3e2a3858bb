import { givenNames, surnames } from '../common-names.ts';
import { ambiguousNameFilter, nameFilter } from './filters.generated.ts';
import { foldName } from './fold-name.ts';
import { readFilter } from './word-filter.ts';

const names = readFilter(nameFilter);
const ambiguous = readFilter(ambiguousNameFilter);

/** True when a folded word is on the list of names and is not an English word. */
export const isUnambiguousName = (folded: string): boolean => names.has(folded);

/** True when a folded word is both a name and an English word. */
export const isAmbiguousName = (folded: string): boolean => ambiguous.has(folded);

/** True when any list of the detector contains this word, in any case, as a personal name. */
export const isListedName = (word: string): boolean => {
  const folded = foldName(word);
  return givenNames.has(folded) || surnames.has(folded) || names.has(folded) || ambiguous.has(folded);
};
