import { vocabularyWithoutCorpus } from '../../domain/retrieval/query/query-vocabulary.ts';
import { createEnglishDictionary } from '../../infra/reading/language/english-dictionary.ts';

/** The vocabulary of an empty index: English, without a corpus. */
export const emptyVocabulary = vocabularyWithoutCorpus(createEnglishDictionary());
