import type { Citation } from '../citation.ts';

/** Heads external evidence in an answer. */
const outsideNotice = 'Found outside this hospital, and not checked by it:';

const quoted = ({ n, title, journal, publicationYear, sourceType, excerpt, url }: Citation): string => {
  const place = [journal, publicationYear, sourceType.replaceAll('_', ' ')].filter(
    (part) => part !== undefined,
  );
  return [`[${n}] ${title} (${place.join(', ')}):`, excerpt, ...(url === undefined ? [] : [url])].join('\n');
};

/**
 * Formats external evidence in an answer of excerpts: title, journal, year, conclusion in its own words, and address.
 * Empty if there is none.
 *
 * @param citations the result of `citeEvidence`
 */
export const showEvidence = (citations: readonly Citation[]): string =>
  citations.length === 0 ? '' : [outsideNotice, ...citations.map(quoted)].join('\n\n');
