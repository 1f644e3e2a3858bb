import { fhirFailure } from './fhir-failure.ts';
import type { BundlePage } from './read-answer.ts';
import type { PageRequest } from './request-page.ts';

/** Entries requested per page, pages read per type, and entries read per type, newest first. */
const PAGE_ENTRIES = 100;
const MOST_PAGES = 4;
const MOST_ENTRIES = 200;

/** Parameters of a search. */
export type SearchFields = Readonly<Record<string, string | number>>;

/** The results of a search; `isCut` when there are more than were read. */
type FoundResources = { readonly resources: readonly unknown[]; readonly isCut: boolean };

/** Finds the resources of one type. */
export type SearchResources = (
  type: string,
  fields: SearchFields,
  signal: AbortSignal,
) => Promise<FoundResources>;

/** Resolves the address of the next page; undefined when it is on another server. */
const onServer = (next: string, base: URL): URL | undefined => {
  if (!URL.canParse(next, base.href)) return undefined;
  const url = new URL(next, base);
  return url.origin === base.origin && url.username === '' ? url : undefined;
};

/**
 * Searches a FHIR server with POST requests (`…/_search`), so that no URL contains a patient's id. Follows
 * pages on the same server only, up to a limit.
 */
export const createResourceSearch =
  (base: URL, ask: (request: PageRequest, signal: AbortSignal) => Promise<BundlePage>): SearchResources =>
  async (type, fields, signal) => {
    let page = await ask(
      {
        url: new URL(`${type}/_search`, base),
        as: 'form',
        body: { ...fields, _count: PAGE_ENTRIES },
      },
      signal,
    );
    const resources = [...page.resources];
    for (
      let pages = 1;
      page.next !== undefined && pages < MOST_PAGES && resources.length < MOST_ENTRIES;
      pages += 1
    ) {
      const url = onServer(page.next, base);
      if (url === undefined)
        throw fhirFailure(
          'external_api_error',
          'The server of patient records refers to another server for the next page.',
        );
      page = await ask({ url, as: 'query', body: {} }, signal);
      resources.push(...page.resources);
    }
    return { resources, isCut: page.next !== undefined || resources.length > MOST_ENTRIES * 2 };
  };
