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

/** An entry of an index in PostgreSQL holds 2,704 bytes at most; a longer word is filed by its hash. */
const MAX_TEXT = 200;

/** Text as PostgreSQL takes it: no NUL, no lone surrogates. */
const keyOf =
  (kind: string) =>
  (text: string): string =>
    text.length > MAX_TEXT
      ? `${kind}\u0001${createHash('sha256').update(text).digest('hex')}`
      : `${kind}${text.toWellFormed().replaceAll('\u0000', '\uFFFD')}`;

/** Under what postings are kept: the kind of thing in one letter, then the thing. */
export const lexicalKeys = {
  /** A term of the index. */
  term: keyOf('t'),
  /** A plain word as it is written. */
  word: keyOf('w'),
  /** A drug as passages are filed by it. */
  drug: keyOf('d'),
  /** What documents, or headings, are numbered with this, however it is written. */
  family: keyOf('f'),
  /** What documents, or headings, are numbered in this series; see `protocolSeries`. */
  series: keyOf('l'),
} as const;

/** What begins all keys of one protocol number that documents bear, or headings; its spelling follows. */
export const numberPrefix = (of: 'document' | 'section', number: string): string =>
  `${of === 'document' ? 'n' : 's'}${protocolNumberKey(number)} `;

/** The key of the series that a number belongs to; none for a number of one part. */
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

/** What a passage is found by, under its keys; and what is only counted of it. */
type KeyedPassage = {
  readonly keys: ReadonlyMap<string, Readonly<Frequencies>>;
  /** Terms in its text. */
  readonly length: number;
  /** Its plain words. */
  readonly words: ReadonlySet<string>;
};

/**
 * @param titleTerms those of its document, which are the same for all of its passages
 * @param isFirst of its document: the numbers of that are filed with it
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
