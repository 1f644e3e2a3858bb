import type { Citation } from '../citation.ts';
import { type Author, readAuthor } from './author.ts';

/** The known data of a cited work. An absent field is unknown; nothing is invented. */
export type Work = {
  readonly authors: readonly Author[];
  readonly title: string;
  /** For an article or chapter, the journal or book. */
  readonly journal?: string;
  readonly publisher?: string;
  /** Year of publication. */
  readonly year?: number;
  /** ISO date from which it applies. */
  readonly effective?: string;
  /** The agency's number for it, if the title lacks it. */
  readonly number?: string;
  readonly doi?: string;
  readonly pmid?: string;
  readonly url?: string;
};

const squeeze = (text: string): string => text.replace(/\s+/g, ' ').trim();
/** Removes the final period: each style sets its own. */
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
