import { type Dictionary, noDictionary } from '../../language/dictionary.ts';
import { namesOneOf, passageFilter } from '../matches-filters.ts';
import type { Passage } from '../passage.ts';
import type { QueryVocabulary } from '../query/query-vocabulary.ts';
import type { SearchFilters } from '../search-filters.ts';
import { corpusVocabulary } from './corpus-vocabulary.ts';
import { emptyCorpus, statisticsOf } from './held-corpus.ts';
import type { LexicalHit } from './lexical-hit.ts';
import { fieldsIn, noFields, type TermFields } from './postings.ts';
import { putInSteps } from './put-document.ts';
import { type CorpusStatistics, createScorer } from './score-postings.ts';
import { type LexicalQuestion, type LexicalScope, passagesWith, searchCorpus } from './search-corpus.ts';

/** An in-memory index of the words of a corpus, with the passages themselves. */
export type LexicalIndex = {
  /** Replaces every passage of a document. */
  readonly putDocument: (docKey: string, passages: readonly Passage[]) => void;
  /**
   * Like `putDocument`, in steps of one passage, for large documents: searches between the steps find the document as
   * before or as after, never a part of it. Finish one document before the next.
   */
  readonly putDocumentInSteps: (docKey: string, passages: readonly Passage[]) => Iterable<void>;
  /** Does nothing when the document is unknown. */
  readonly removeDocument: (docKey: string) => void;
  /** Best passages first; equal scores in order of their chunk ids, so that a rebuilt index gives the same result. */
  readonly search: (
    question: LexicalQuestion,
    limit: number,
    filters: SearchFilters,
    scope?: LexicalScope,
  ) => readonly LexicalHit[];
  /** Statistics of the held documents. */
  readonly statistics: () => CorpusStatistics;
  /** The ids of the passages that contain every word of a text, in any inflection. */
  readonly passagesWith: (text: string) => ReadonlySet<string>;
  /** The ids of the passages that name one of the drugs, given by the names that `drugsNamed` uses. */
  readonly passagesNaming: (drugs: readonly string[]) => ReadonlySet<string>;
  /** True when a passage passes the filters; with `only`, when one of those does. */
  readonly isAnyPassing: (filters: SearchFilters, only?: ReadonlySet<string>) => boolean;
  readonly passages: () => Iterable<Passage>;
  readonly passage: (chunkId: string) => Passage | undefined;
  /** The passages of a document as put, always the same array; empty when it is unknown. */
  readonly documentPassages: (docKey: string) => readonly Passage[];
  readonly documentKeys: () => Iterable<string>;
  /**
   * The fields of a passage that contain a term; none when either is unknown. Saves ranking from analyzing the text
   * again.
   */
  readonly fieldsOf: (chunkId: string, term: string) => TermFields;
  /** Number of passages. */
  readonly size: () => number;
  readonly vocabulary: QueryVocabulary;
  /** The filed spelling of a number that documents or headings bear. */
  readonly filedNumbers: (number: string) => {
    readonly ofDocument: string | undefined;
    readonly ofSection: string | undefined;
  };
};

/**
 * Creates an empty index: fielded BM25 (BM25F) over title, section and text, with concepts as terms besides the words.
 * Scores depend only on the held documents, not on the order in which they came.
 *
 * @param isPartOfCorpus true when other documents are held elsewhere: then words of one passage are also near matches
 * @param seed a random number, so that no file can be crafted whose words are slow to index; it changes no result
 */
export const createLexicalIndex = (
  dictionary: Dictionary = noDictionary,
  { isPartOfCorpus = false, seed }: { readonly isPartOfCorpus?: boolean; readonly seed?: number } = {},
): LexicalIndex => {
  const corpus = emptyCorpus(isPartOfCorpus, seed);
  const { documents, numbered, numberedSections, postings, slotOf } = corpus;
  const score = createScorer();

  const putDocument = (docKey: string, given: readonly Passage[]): void => {
    for (const _step of putInSteps(corpus, docKey, given));
  };

  return {
    putDocument,
    putDocumentInSteps: (docKey, given) => putInSteps(corpus, docKey, given),
    removeDocument: (docKey) => putDocument(docKey, []),
    search: (question, limit, filters, scope = {}) =>
      searchCorpus(corpus, score, question, { ...scope, limit, filters }),
    statistics: () => statisticsOf(corpus),
    passagesWith: (text) => passagesWith(corpus, text),
    passagesNaming: (drugs) =>
      new Set(corpus.passages.flatMap((one) => (one && namesOneOf(drugs, one) ? [one.chunkId] : []))),
    isAnyPassing: (filters, only) => {
      const passes = passageFilter(filters);
      return corpus.passages.some((one) => one && (only?.has(one.chunkId) ?? true) && passes(one));
    },
    passages: () => corpus.passages.filter((passage) => passage !== undefined),
    documentPassages: (docKey) => documents.get(docKey)?.passages ?? [],
    documentKeys: () => documents.keys(),
    passage: (chunkId) => corpus.passages[slotOf.get(chunkId) ?? -1],
    fieldsOf: (chunkId, term) => {
      const slot = slotOf.get(chunkId);
      const list = postings.get(term);
      return slot === undefined || !list ? noFields : fieldsIn(list, slot);
    },
    size: () => corpus.livePassages,
    filedNumbers: (number) => ({
      ofDocument: numbered.spelled(number),
      ofSection: numberedSections.spelled(number),
    }),
    vocabulary: corpusVocabulary(corpus, dictionary),
  };
};
