import type { Evidence } from '../../../../domain/consultation/sources/evidence.ts';
import type { EvidenceSource } from '../../../../ports/evidence-source.ts';
import { type PubmedClient, unusableAnswer } from './pubmed-client.ts';
import { pubmedTerms } from './pubmed-term.ts';
import { readPubmedXml } from './read-pubmed-xml.ts';

/** Creates the PubMed source, on NCBI's E-utilities: ESearch finds the ids, EFetch the records. */
export const createPubmedSource = (client: PubmedClient): EvidenceSource => {
  const fetchRecords = async (ids: readonly string[], signal: AbortSignal): Promise<readonly Evidence[]> => {
    const evidence = readPubmedXml(await client.fetchXml(ids, signal));
    if (evidence === undefined) throw unusableAnswer('no records, or truncated');
    const order = new Map(ids.map((id, index) => [id, index]));
    return evidence
      .filter(({ id }) => order.has(id))
      .toSorted((one, other) => (order.get(one.id) ?? 0) - (order.get(other.id) ?? 0));
  };

  return {
    name: 'pubmed',
    refuses: (query) =>
      pubmedTerms(query).length === 0 ? 'The question contains nothing to search for.' : undefined,
    search: async ({ limit, signal, ...query }) => {
      for (const term of pubmedTerms(query)) {
        const { ids } = await client.search({ term, limit, signal });
        if (ids.length > 0) return fetchRecords(ids, signal);
      }
      return [];
    },
  };
};
