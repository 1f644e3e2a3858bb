import type { Citation } from '../citation.ts';

/** Said above what comes from outside. */
const outsideNotice = 'Found outside this hospital, and not checked by it:';

const quoted = ({ n, title, journal, publicationYear, sourceType, excerpt, url }: Citation): string => {
  const place = [journal, publicationYear, sourceType.replaceAll('_', ' ')].filter(
    (part) => part !== undefined,
  );
  return [`[${n}] ${title} (${place.join(', ')}):`, excerpt, ...(url === undefined ? [] : [url])].join('\n');
};

/**
 * What is shown of sources outside in an answer in excerpts: title, journal, year, what it comes to in its own words, and
 * where it can be read. Empty where there is none.
 *
 * @param citations as `citeEvidence` gave them
 */
export const showEvidence = (citations: readonly Citation[]): string =>
  citations.length === 0 ? '' : [outsideNotice, ...citations.map(quoted)].join('\n\n');
