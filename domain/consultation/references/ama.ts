import type { Author } from './author.ts';
import type { Work } from './work.ts';
import { dayOf, pageRanges, sentences } from './written.ts';

/** AMA Manual of Style, 11th ed., 3.7: up to six authors; if there are more, the first three. */
const MOST_AUTHORS = 6;
const FIRST_AUTHORS = 3;

/** Used if the year is unknown. */
const UNKNOWN = 'Date unknown';

const authorOf = (author: Author): string => {
  if ('group' in author) return author.group;
  const { family, initials, suffix } = author;
  return [family, initials.join('').replaceAll('-', ''), suffix].filter((part) => part).join(' ');
};

const authorsOf = (authors: readonly Author[]): string | undefined => {
  if (authors.length === 0) return undefined;
  return authors.length > MOST_AUTHORS
    ? `${authors.slice(0, FIRST_AUTHORS).map(authorOf).join(', ')}, et al`
    : authors.map(authorOf).join(', ');
};

const inWords = (iso: string): string => {
  const { year, month, day } = dayOf(iso);
  return `${month} ${day}, ${year}`;
};

const accessOf = ({ url }: Work, accessed: string | undefined): string =>
  url === undefined ? '' : ` ${accessed === undefined ? '' : `Accessed ${inWords(accessed)}. `}${url}`;

/** An article (3.11): a DOI replaces the address and has no period after it. */
const article = (work: Work, accessed: string | undefined): string => {
  const { authors, title, journal, year, doi, pmid } = work;
  const head = sentences(authorsOf(authors), title, journal, year === undefined ? UNKNOWN : String(year));
  if (doi !== undefined) return `${head} doi:${doi}`;
  return `${head}${pmid === undefined ? '' : ` PMID: ${pmid}.`}${accessOf(work, accessed)}`;
};

/** A report or a document of an organization (3.13, 3.15.5): "date unknown" if the year is unknown. */
const document = (work: Work, accessed: string | undefined): string => {
  const { authors, title, number, publisher, year, effective, doi } = work;
  const date = year === undefined ? undefined : String(year);
  const published = publisher === undefined ? (date ?? UNKNOWN) : `${publisher}; ${date ?? 'date unknown'}`;
  const head = sentences(
    authorsOf(authors),
    title,
    number === undefined ? undefined : `Protocol ${number}`,
    published,
    effective === undefined ? undefined : `Effective ${inWords(effective)}`,
  );
  return doi === undefined ? `${head}${accessOf(work, accessed)}` : `${head} doi:${doi}`;
};

/** Formats a reference by the AMA Manual of Style, 11th edition. `accessed` is an ISO date. */
export const amaReference = (work: Work, accessed: string | undefined): string =>
  work.journal === undefined ? document(work, accessed) : article(work, accessed);

/** Formats the number with the pages of a quotation (3.6): `3(p12)`, `3(pp12-14)`. */
export const amaMark = (n: number, pages: readonly number[]): string => {
  const ranges = pageRanges(pages, '-');
  if (ranges === '') return String(n);
  return `${n}(${new Set(pages).size === 1 ? 'p' : 'pp'}${ranges.replaceAll(' ', '')})`;
};

/** Formats the pages: `pp 3-5`. */
export const amaPages = (pages: readonly number[]): string => {
  const ranges = pageRanges(pages, '-');
  return ranges === '' ? '' : `${new Set(pages).size === 1 ? 'p' : 'pp'} ${ranges}`;
};
