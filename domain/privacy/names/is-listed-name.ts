import { givenNames, surnames } from '../common-names.ts';
import { ambiguousNameFilter, nameFilter } from './filters.generated.ts';
import { foldName } from './fold-name.ts';
import { readFilter } from './word-filter.ts';

const names = readFilter(nameFilter);
const ambiguous = readFilter(ambiguousNameFilter);

/** Whether a list has this word, folded, as a name and as no word of English. */
export const isNameAlone = (folded: string): boolean => names.has(folded);

/** Whether a list has this word, folded, as a name, which is a word of English, too. */
export const isNameAndWord = (folded: string): boolean => ambiguous.has(folded);

/** Whether any list of the detector has this word, in any case, as the name of a person. */
export const isListedName = (word: string): boolean => {
  const folded = foldName(word);
  return givenNames.has(folded) || surnames.has(folded) || names.has(folded) || ambiguous.has(folded);
};
