import { createHash } from 'node:crypto';
import { passageTermsOf } from '../../../domain/retrieval/lexical/passage-terms.ts';
import type { Frequencies } from '../../../domain/retrieval/lexical/postings.ts';
import type { Passage } from '../../../domain/retrieval/passage.ts';
import {
  protocolFamily,
  protocolNumberKey,
  protocolNumbersOf,
  protocolSeries,
  sectionNumbersOf,
} from '../../../domain/retrieval/protocol-numbers.ts';

/** A PostgreSQL index entry holds at most 2,704 bytes, so longer words are indexed by their hash. */
const MAX_TEXT = 200;

/** Makes text acceptable to PostgreSQL: no NUL, no lone surrogates. */
const keyOf =
  (kind: string) =>
  (text: string): string =>
    text.length > MAX_TEXT
      ? `${kind}\u0001${createHash('sha256').update(text).digest('hex')}`
      : `${kind}${text.toWellFormed().replaceAll('\u0000', '\uFFFD')}`;

/** Keys of postings: one letter for the kind, then the value. */
export const lexicalKeys = {
  /** A term of the index. */
  term: keyOf('t'),
  /** A plain word as written. */
  word: keyOf('w'),
  /** A drug named by the passage. */
  drug: keyOf('d'),
  /** Documents or headings with this number, however it is written. */
  family: keyOf('f'),
  /** Documents or headings numbered in this series; see `protocolSeries`. */
  series: keyOf('l'),
} as const;

/**
 * The common prefix of all keys of one protocol number, of documents or of headings; the spelling follows it.
 */
export const numberPrefix = (of: 'document' | 'section', number: string): string =>
  `${of === 'document' ? 'n' : 's'}${protocolNumberKey(number)} `;

/** The key of the series that a number belongs to; empty for a number with a single part. */
export const seriesKeys = (number: string): readonly string[] => {
  const series = protocolSeries(number);
  return series === undefined ? [] : [lexicalKeys.series(series)];
};

const numberKeys = (of: 'document' | 'section', numbers: readonly string[]): readonly string[] =>
  numbers.flatMap((number) => [
    `${numberPrefix(of, number)}${number}`,
    lexicalKeys.family(protocolNumberKey(protocolFamily(number))),
    ...seriesKeys(number),
  ]);

const once: Frequencies = { body: 1, title: 0, section: 0 };

/** The keys of a passage, and what is only counted. */
type KeyedPassage = {
  readonly keys: ReadonlyMap<string, Readonly<Frequencies>>;
  /** Number of terms in the text. */
  readonly length: number;
  /** The plain words of the passage. */
  readonly words: ReadonlySet<string>;
};

/**
 * @param titleTerms the terms of the document's title, shared by all its passages
 * @param isFirst whether this is the document's first passage, which also carries the document's numbers
 */
export const keysOfPassage = (
  passage: Passage,
  titleTerms: ReadonlySet<string>,
  isFirst: boolean,
): KeyedPassage => {
  const { terms, length, words } = passageTermsOf(passage, titleTerms);
  const keys = new Map<string, Readonly<Frequencies>>();
  for (const [term, frequencies] of terms) keys.set(lexicalKeys.term(term), frequencies);
  for (const key of [
    ...[...words].map(lexicalKeys.word),
    ...passage.drugs.map(lexicalKeys.drug),
    ...(isFirst ? numberKeys('document', protocolNumbersOf(passage)) : []),
    ...numberKeys('section', sectionNumbersOf(passage.sectionPath)),
  ])
    keys.set(key, once);
  return { keys, length, words };
};
