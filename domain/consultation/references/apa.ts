import type { Author } from './author.ts';
import type { Work } from './work.ts';
import { dayOf, pageRanges, sentence, sentences } from './written.ts';

/** Publication Manual of the APA, 7th ed., 9.8: up to 20 authors; if there are more, the first 19 and the last. */
const MOST_AUTHORS = 20;
const FIRST_AUTHORS = 19;

const authorOf = (author: Author): string => {
  if ('group' in author) return author.group;
  const { family, initials, suffix } = author;
  const letters = initials.map((letter) => `${letter}.`).join(' ');
  const name = `${family}, ${letters.replaceAll(' -', '-')}`;
  return suffix === undefined
    ? name
    : `${name}, ${suffix === 'Jr' || suffix === 'Sr' ? `${suffix}.` : suffix}`;
};

const authorsOf = (authors: readonly Author[]): string | undefined => {
  const names = authors.map(authorOf);
  const last = names.at(-1);
  if (last === undefined || names.length === 1) return last;
  return names.length > MOST_AUTHORS
    ? `${names.slice(0, FIRST_AUTHORS).join(', ')}, . . . ${last}`
    : `${names.slice(0, -1).join(', ')}, & ${last}`;
};

/** The year, or `n.d.`, with the letter that distinguishes works of the same authors and year (8.19). */
const dateOf = ({ year }: Work, letter: string): string => {
  if (year !== undefined) return `${year}${letter}`;
  return letter === '' ? 'n.d.' : `n.d.-${letter}`;
};

/** The description of a report after its title: its number in parentheses, the rest in brackets (9.21, 9.22). */
const described = ({ title, number, effective }: Work): string => {
  const applies = effective === undefined ? undefined : dayOf(effective);
  return [
    title,
    number === undefined ? undefined : `(Protocol No. ${number})`,
    applies && `[Effective ${applies.month} ${applies.day}, ${applies.year}]`,
  ]
    .filter((part) => part !== undefined)
    .join(' ');
};

/** An address has no period after it; that of a DOI replaces any other (9.34). */
const addressOf = ({ doi, url }: Work): string => {
  if (doi !== undefined) return ` https://doi.org/${doi}`;
  return url === undefined ? '' : ` ${url}`;
};

/** A group that published its own work is named only once (9.29). */
const publisherOf = ({ authors, publisher }: Work): string | undefined =>
  authors.some((author) => 'group' in author && author.group === publisher) ? undefined : publisher;

/** Formats a reference by the Publication Manual of the APA, 7th edition. */
export const apaReference = (work: Work, letter: string): string => {
  const names = authorsOf(work.authors);
  const date = `(${dateOf(work, letter)})`;
  const title = work.journal === undefined ? described(work) : work.title;
  // Without an author, the title takes that place.
  const head =
    names === undefined ? `${sentence(title)} ${date}.` : `${sentence(names)} ${date}. ${sentence(title)}`;
  const rest = sentences(work.journal ?? publisherOf(work));
  return `${head}${rest === '' ? '' : ` ${rest}`}${addressOf(work)}`;
};

/** Number of title words that identify a work without an author (8.14). */
const WORDS_OF_A_TITLE = 6;

const shortTitle = ({ title, journal }: Work): string => {
  const words = title.split(' ');
  const short =
    words.length > WORDS_OF_A_TITLE ? `${words.slice(0, WORDS_OF_A_TITLE).join(' ')} . . .` : title;
  return journal === undefined ? short : `“${short}”`;
};

const familyOf = (author: Author): string => ('group' in author ? author.group : author.family);

/** The authors as named in the text: both of two, the first of more. */
const namedInText = (work: Work): string => {
  const [first, second, third] = work.authors;
  if (!first) return shortTitle(work);
  if (third) return `${familyOf(first)} et al.`;
  return second ? `${familyOf(first)} & ${familyOf(second)}` : familyOf(first);
};

/** Formats the pages: `pp. 3–5`. */
export const apaPages = (pages: readonly number[]): string => {
  const ranges = pageRanges(pages, '–');
  return ranges === '' ? '' : `${new Set(pages).size === 1 ? 'p.' : 'pp.'} ${ranges}`;
};

/** Formats an in-text citation: `(Doe & Roe, 2021, p. 3)`. */
export const apaMark = (work: Work, letter: string, pages: readonly number[]): string =>
  `(${[namedInText(work), dateOf(work, letter), apaPages(pages)].filter((part) => part !== '').join(', ')})`;

/**
 * Returns letters for works with equal in-text citations: by title, in alphabetical order. An answer cites fewer
 * works than there are letters.
 */
export const apaLetters = (works: readonly Work[]): readonly string[] => {
  const labels = works.map((work) => `${namedInText(work)} ${work.year ?? ''}`);
  return works.map((work, at) => {
    const same = works.filter((_, other) => labels[other] === labels[at]);
    if (same.length === 1 || work.authors.length === 0) return '';
    const rank = same.toSorted((one, other) => (one.title < other.title ? -1 : 1)).indexOf(work);
    return String.fromCharCode('a'.charCodeAt(0) + rank);
  });
};
