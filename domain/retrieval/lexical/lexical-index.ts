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

/** The words of a corpus, held in memory, with the passages themselves. */
export type LexicalIndex = {
  /** Replaces every passage of a document. */
  readonly putDocument: (docKey: string, passages: readonly Passage[]) => void;
  /**
   * The same in steps of a passage each, for documents that take long: searches between the steps find the document as
   * it was before, or as it will be, never a part of it. One document at a time, to the last step.
   */
  readonly putDocumentInSteps: (docKey: string, passages: readonly Passage[]) => Iterable<void>;
  /** Does nothing when the document is unknown. */
  readonly removeDocument: (docKey: string) => void;
  /** Best passages first; equal scores in order of their chunk ids, so that a rebuilt index answers the same. */
  readonly search: (
    question: LexicalQuestion,
    limit: number,
    filters: SearchFilters,
    scope?: LexicalScope,
  ) => readonly LexicalHit[];
  /** Of the documents held. */
  readonly statistics: () => CorpusStatistics;
  /** The ids of the passages that hold every word of a text, in any inflection, somewhere. */
  readonly passagesWith: (text: string) => ReadonlySet<string>;
  /** The ids of the passages that name one of the drugs, given as `drugsNamed` files them. */
  readonly passagesNaming: (drugs: readonly string[]) => ReadonlySet<string>;
  /** Whether there is a passage that passes the filters; with `only`, one of those. */
  readonly isAnyPassing: (filters: SearchFilters, only?: ReadonlySet<string>) => boolean;
  readonly passages: () => Iterable<Passage>;
  readonly passage: (chunkId: string) => Passage | undefined;
  /** The passages of a document as they were put, the same array each time; none when it is unknown. */
  readonly documentPassages: (docKey: string) => readonly Passage[];
  readonly documentKeys: () => Iterable<string>;
  /** Where a passage has a term; nowhere when either is unknown. Spares analysing its text again for ranking. */
  readonly fieldsOf: (chunkId: string, term: string) => TermFields;
  /** Number of passages. */
  readonly size: () => number;
  readonly vocabulary: QueryVocabulary;
  /** How a number is spelled that documents, or headings, bear. */
  readonly filedNumbers: (number: string) => {
    readonly ofDocument: string | undefined;
    readonly ofSection: string | undefined;
  };
};

/**
 * An empty index: fielded BM25 (BM25F) over title, section and text, with concepts as terms beside the words. Scores
 * depend on the documents held and on nothing else, not on the order in which they came.
 *
 * @param isPartOfCorpus whether other documents are held elsewhere: then words of one passage are near others too
 * @param seed a random number, so that no file can be made whose words take long to file; it changes no result
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
