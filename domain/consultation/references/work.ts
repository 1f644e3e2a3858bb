import type { Citation } from '../citation.ts';
import { type Author, readAuthor } from './author.ts';

/** What is known of a work that is referred to. What is absent is not known; nothing is made up for it. */
export type Work = {
  readonly authors: readonly Author[];
  readonly title: string;
  /** Of an article or chapter: what it is in. */
  readonly journal?: string;
  readonly publisher?: string;
  /** Of publication. */
  readonly year?: number;
  /** ISO date from which it applies. */
  readonly effective?: string;
  /** Under which an agency files it, where its title does not say so. */
  readonly number?: string;
  readonly doi?: string;
  readonly pmid?: string;
  readonly url?: string;
};

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** With a sentence's end taken off: each style sets its own. */
const titleOf = (title: string): string => squeeze(title).replace(/\.$/, '');

const resolver = /^(?:https?:\/\/(?:dx\.)?doi\.org\/|doi:\s?)/i;

/** The work behind a citation. */
export const workOf = (citation: Citation): Work => {
  const { journal, publicationYear, effectiveDate, protocolNumber, doi, pmid, url } = citation;
  const group = citation.organization ?? citation.agency;
  const named = (citation.authors ?? []).filter((name) => name.trim() !== '').map(readAuthor);
  const authors = named.length === 0 && group !== undefined ? [{ group: squeeze(group) }] : named;
  const publisher = citation.publisher ?? group;
  const title = titleOf(citation.title);
  return {
    authors,
    title,
    ...(journal === undefined ? {} : { journal: squeeze(journal).replace(/\.$/, '') }),
    ...(publisher === undefined ? {} : { publisher: squeeze(publisher) }),
    ...(publicationYear === undefined ? {} : { year: publicationYear }),
    ...(effectiveDate === undefined ? {} : { effective: effectiveDate }),
    ...(protocolNumber === undefined || title.includes(protocolNumber) ? {} : { number: protocolNumber }),
    ...(doi === undefined || doi === '' ? {} : { doi: doi.replace(resolver, '') }),
    ...(pmid === undefined ? {} : { pmid }),
    ...(url === undefined ? {} : { url }),
  };
};
