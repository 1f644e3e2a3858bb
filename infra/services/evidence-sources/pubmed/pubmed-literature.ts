import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import type { FoundArticle, LiteratureSearch } from '../../../../ports/literature-search.ts';
import { type PubmedClient, unusableAnswer } from './pubmed-client.ts';
import { noticesOf } from './pubmed-notices.ts';
import { isRetracted, type PubmedRecord, readPubmedRecords } from './pubmed-records.ts';

/** Character limit of an abstract: a structured one has about 2,500. */
const MAX_ABSTRACT = 4000;

const abstractOf = (record: PubmedRecord): string | undefined => {
  const sections = record.sections.map(({ label, text }) => (label === '' ? text : `${label}: ${text}`));
  const whole = sections.join('\n');
  if (whole === '') return undefined;
  return whole.length <= MAX_ABSTRACT ? whole : `${whole.slice(0, MAX_ABSTRACT - 1).toWellFormed()}…`;
};

const articleOf = (record: PubmedRecord): FoundArticle => {
  const { pmid, title, authors, journal, published, doi } = record;
  return {
    pmid,
    title: title === '' ? `PMID ${pmid}` : title,
    authors,
    url: `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`,
    notices: noticesOf(record),
    ...omitUndefined({ journal, published, doi, abstract: abstractOf(record) }),
  };
};

/** True when all brackets match: an unmatched one could escape the brackets placed around the query. */
const isBalanced = (query: string): boolean => {
  let open = 0;
  for (const sign of query) {
    if (sign === '(') open += 1;
    if (sign === ')') open -= 1;
    if (open < 0) return false;
  }
  return open === 0;
};

/** Combines a query in PubMed's syntax with publication types, of which any may match. */
const termOf = (query: string, types: readonly string[]): string => {
  const asked = (isBalanced(query) ? query : query.replace(/[()]+/g, ' ')).trim();
  const named = types.map((type) => `"${type.replace(/["[\]()]+/g, ' ').trim()}"[pt]`);
  return named.length === 0 ? asked : `(${asked}) AND (${named.join(' OR ')})`;
};

/** Searches PubMed with queries in its own syntax. */
export const createPubmedLiterature =
  (client: PubmedClient): LiteratureSearch =>
  async ({ query, publicationTypes, from, to, limit, signal }) => {
    const term = termOf(query, publicationTypes);
    const { ids, total } = await client.search({ term, limit, from, to, signal });
    if (ids.length === 0) return { articles: [], total };
    const records = readPubmedRecords(await client.fetchXml(ids, signal));
    if (records === undefined) throw unusableAnswer('no records, or truncated');
    const byId = new Map(records.map((record) => [record.pmid, record]));
    const wantsRetracted = publicationTypes.some((type) => /retract/i.test(type));
    const articles = ids
      .flatMap((id) => byId.get(id) ?? [])
      .filter((record) => wantsRetracted || !isRetracted(record))
      .map(articleOf);
    return { articles, total };
  };
