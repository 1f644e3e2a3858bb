import type { Author } from './author.ts';
import type { Work } from './work.ts';
import { dayOf, pageRanges, sentences } from './written.ts';

/** ICMJE sample references: the first six authors. Citing Medicine itself sets no limit. */
const MOST_AUTHORS = 6;

/** Ranks as written by Citing Medicine. */
const ranks = new Map([
  ['II', '2nd'],
  ['III', '3rd'],
  ['IV', '4th'],
]);

const authorOf = (author: Author): string => {
  if ('group' in author) return author.group;
  const { family, initials, suffix } = author;
  const rank = suffix === undefined ? undefined : (ranks.get(suffix) ?? suffix);
  return [family, initials.join('').replaceAll('-', ''), rank].filter((part) => part).join(' ');
};

const isGroup = (author: Author): boolean => 'group' in author;

/** Persons are separated by commas, a group from the names before it by a semicolon. */
const authorsOf = (authors: readonly Author[]): string | undefined => {
  if (authors.length === 0) return undefined;
  const shown = authors.slice(0, MOST_AUTHORS);
  const list = shown.reduce((text, author, at) => {
    const before = shown[at - 1];
    if (before === undefined) return authorOf(author);
    return `${text}${isGroup(author) || isGroup(before) ? '; ' : ', '}${authorOf(author)}`;
  }, '');
  return authors.length > MOST_AUTHORS ? `${list}, et al` : list;
};

const inShort = (iso: string): string => {
  const { year, month, day } = dayOf(iso);
  return `${year} ${month.slice(0, 3)} ${day}`;
};

const dateOf = ({ year, url }: Work, accessed: string | undefined): string => {
  const date = year === undefined ? '[date unknown]' : String(year);
  return url === undefined || accessed === undefined ? date : `${date} [cited ${inShort(accessed)}]`;
};

const available = ({ url }: Work): string => (url === undefined ? '' : ` Available from: ${url}`);

const numbersOf = ({ doi, pmid }: Work): string | undefined =>
  [doi === undefined ? '' : `doi: ${doi}`, pmid === undefined ? '' : `PubMed PMID: ${pmid}`]
    .filter((part) => part !== '')
    .join('. ');

const article = (work: Work, accessed: string | undefined): string => {
  const { authors, title, journal, url } = work;
  const online = url === undefined ? '' : ' [Internet]';
  return `${sentences(
    authorsOf(authors),
    title,
    `${journal}${online}`,
    dateOf(work, accessed),
    numbersOf(work),
  )}${available(work)}`;
};

/** The place of publication is always unknown here; Citing Medicine notes that in brackets. */
const document = (work: Work, accessed: string | undefined): string => {
  const { authors, title, publisher, number, effective, url } = work;
  const imprint =
    publisher === undefined ? '[place unknown: publisher unknown]' : `[place unknown]: ${publisher}`;
  return `${sentences(
    authorsOf(authors),
    url === undefined ? title : `${title} [Internet]`,
    `${imprint}; ${dateOf(work, accessed)}`,
    number === undefined ? undefined : `Protocol No.: ${number}`,
    effective === undefined ? undefined : `Effective ${inShort(effective)}`,
    numbersOf(work),
  )}${available(work)}`;
};

/** Formats a reference by Citing Medicine (NLM), as the ICMJE recommends. `accessed` is an ISO date. */
export const vancouverReference = (work: Work, accessed: string | undefined): string =>
  work.journal === undefined ? document(work, accessed) : article(work, accessed);

export const vancouverMark = (n: number): string => `(${n})`;

/** Formats the pages: `p. 3-5`. */
export const vancouverPages = (pages: readonly number[]): string => {
  const ranges = pageRanges(pages, '-');
  return ranges === '' ? '' : `p. ${ranges}`;
};
