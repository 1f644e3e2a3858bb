import type { LexicalIndex } from '../../../domain/retrieval/lexical/lexical-index.ts';
import { rarityIn } from '../../../domain/retrieval/lexical/score-postings.ts';
import { protocolFamily, protocolNumberKey } from '../../../domain/retrieval/protocol-numbers.ts';
import { minPassagesOfWord } from '../../../domain/retrieval/query/word-counts.ts';
import { lexicalKeys, numberPrefix, seriesKeys } from './lexical-keys.ts';
import type { Lookup } from './lookup.ts';
import type { StoredCorpus } from './stored-corpus.ts';
import type { StoredWords } from './stored-words.ts';

/** The first spelling of a number in sort order, from memory and from table keys without their prefix. */
const firstSpelling = (
  of: 'document' | 'section',
  number: string,
  held: string | undefined,
  keys: readonly string[],
): string | undefined => {
  const prefix = numberPrefix(of, number);
  return [...(held === undefined ? [] : [held]), ...keys.map((key) => key.slice(prefix.length))].sort()[0];
};

/** The words and protocol numbers of a corpus, in memory and in tables. */
export const createStoredVocabulary = (
  { memory, view }: StoredCorpus,
  { pinned, missing }: Lookup,
  words: StoredWords,
): LexicalIndex['vocabulary'] => {
  /** A word not looked up yet counts as present, as only words known to be absent are corrected. */
  const countKey = (key: string, held: number): number => {
    const stored = words.countOf(key);
    return missing.keys.has(key) ? 1 : held + stored;
  };
  const countWord = (word: string): number =>
    countKey(lexicalKeys.word(word), memory.vocabulary.documentFrequency(word));

  return {
    documentFrequency: countWord,
    hasStem: (word) => countKey(lexicalKeys.term(word), memory.statistics().frequencyOf(word)) > 0,
    isEnglish: memory.vocabulary.isEnglish,
    familiarityOf: memory.vocabulary.familiarityOf,
    rarityOf: (term) => rarityIn(memory.size() + view.passages(), words.frequencyOf(term)),
    wordsNear: (word, maxEdits) => {
      const name = `${maxEdits} ${word}`;
      const stored = pinned.near.get(name);
      if (!stored) missing.near.set(name, [word, maxEdits]);
      const candidates = new Map(
        [...(stored ?? []), ...memory.vocabulary.wordsNear(word, maxEdits)].map((one) => [one.word, one]),
      );
      return [...candidates.values()].filter((one) => countWord(one.word) >= minPassagesOfWord);
    },
    filedNumber: (number) => {
      const held = memory.filedNumbers(number);
      const { document, section } = words.spellingsOf(number);
      return (
        firstSpelling('document', number, held.ofDocument, document) ??
        firstSpelling('section', number, held.ofSection, section)
      );
    },
    hasProtocolNumber: (number) => {
      if (memory.vocabulary.hasProtocolNumber(number)) return true;
      const { document, section } = words.spellingsOf(number);
      const family = lexicalKeys.family(protocolNumberKey(protocolFamily(number)));
      return document.length + section.length > 0 || words.countOf(family) > 0;
    },
    hasProtocolSeries: (number) =>
      memory.vocabulary.hasProtocolSeries(number) || seriesKeys(number).some((key) => words.countOf(key) > 0),
  };
};
