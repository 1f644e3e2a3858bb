import { stem } from '../../../domain/language/stem.ts';
import { stopWords } from '../../../domain/language/stop-words.ts';
import { tokenize } from '../../../domain/language/tokenize.ts';
import { fieldsIn, hasSlot, noFields } from '../../../domain/retrieval/lexical/postings.ts';
import type { CorpusView } from '../../../ports/lexical-index.ts';
import { lexicalKeys } from './lexical-keys.ts';
import type { Lookup } from './lookup.ts';
import type { StoredCorpus } from './stored-corpus.ts';
import { createStoredVocabulary } from './stored-vocabulary.ts';
import { createStoredWords, type StoredWords } from './stored-words.ts';

const passagesWith =
  ({ memory, view }: StoredCorpus, words: StoredWords): CorpusView['passagesWith'] =>
  (text) => {
    const terms = tokenize(text).flatMap((token) => (stopWords.has(token.text) ? [] : [stem(token.text)]));
    const all = terms.map((term) => words.listsOf(lexicalKeys.term(term)));
    const [lists = [], ...others] = all;
    const found = new Set(memory.passagesWith(text));
    for (const list of lists)
      for (const slot of list.slots)
        if (view.isLive(slot) && others.every((other) => other.some((one) => hasSlot(one, slot))))
          found.add(view.chunkIdOf(slot));
    return found;
  };

const isAnyPassing =
  ({ memory, view }: StoredCorpus, words: StoredWords): CorpusView['isAnyPassing'] =>
  (filters, only) => {
    if (memory.isAnyPassing(filters, only)) return true;
    const documents = words.passing(filters);
    const ownerOf = view.ownerOf();
    const isOf = (slot: number): boolean => documents?.has(view.docKeyOf(ownerOf[slot] ?? 0)) ?? true;
    const named = filters.drug && words.slotsOf(filters.drug.map(lexicalKeys.drug));
    if (only) {
      const slots = [...only].flatMap((chunkId) => view.slotOf(chunkId) ?? []);
      return slots.some((slot) => isOf(slot) && (named?.has(slot) ?? true));
    }
    if (named) return [...named].some(isOf);
    return documents
      ? documents.values().some((docKey) => view.ownerOfDocument(docKey) !== undefined)
      : view.passages() > 0;
  };

const passageOf =
  ({ memory, view, caches }: StoredCorpus, { pinned, missing }: Lookup): CorpusView['passage'] =>
  (chunkId) => {
    const held = memory.passage(chunkId);
    if (held || view.slotOf(chunkId) === undefined) return held;
    if (pinned.passages.has(chunkId)) return pinned.passages.get(chunkId);
    const kept = caches.passages.get(chunkId);
    if (!kept) missing.passages.add(chunkId);
    else pinned.passages.set(chunkId, kept);
    return kept;
  };

/** A corpus as one lookup sees it; data not fetched yet is noted as missing and replaced by a default. */
export const createStoredCorpusView = (corpus: StoredCorpus, lookup: Lookup): CorpusView => {
  const { memory, view } = corpus;
  const words = createStoredWords(corpus, lookup);
  return {
    passage: passageOf(corpus, lookup),
    fieldsOf: (chunkId, term) => {
      const slot = view.slotOf(chunkId);
      if (slot === undefined) return memory.fieldsOf(chunkId, term);
      const list = words.postingsOf(lexicalKeys.term(term)).lists.get(view.segmentOf(slot));
      return list ? fieldsIn(list, slot) : noFields;
    },
    passagesWith: passagesWith(corpus, words),
    passagesNaming: (drugs) => {
      const found = new Set(memory.passagesNaming(drugs));
      for (const slot of words.slotsOf(drugs.map(lexicalKeys.drug))) found.add(view.chunkIdOf(slot));
      return found;
    },
    isAnyPassing: isAnyPassing(corpus, words),
    vocabulary: createStoredVocabulary(corpus, lookup, words),
  };
};
