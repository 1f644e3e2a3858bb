import type { Source } from './define-calculator.ts';

/** Returns a link to a publication. */
export const sourceLink = ({ doi, pmid }: Source): string | undefined => {
  if (doi !== undefined) return `https://doi.org/${doi}`;
  return pmid === undefined ? undefined : `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`;
};
