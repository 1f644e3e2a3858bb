import { mayContainPhi } from '../../domain/indexing/may-contain-phi.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import type { LineRange } from '../../domain/retrieval/line-ranges.ts';
import type { Passage } from '../../domain/retrieval/passage.ts';
import { passageChecksum } from '../../domain/retrieval/passage-checksum.ts';
import { passageOnPage } from '../../domain/retrieval/passage-on-page.ts';
import type { PagedText, PageRequest, PageSource, PassageToLocate } from '../../ports/page-images.ts';
import type { DocumentVersionDto } from '../../projections/document-versions/document-version-dto.ts';
import { findChunks } from '../../projections/search/find-chunks.ts';
import { SEARCH_PROJECTION } from '../../projections/search/search-projection.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import type { VersionTextReader } from '../read-version-text.ts';
import type { Highlight } from '../request/highlight-fields.ts';
import type { RouteRequest } from '../routing/define-route.ts';
import { openReadModel } from './open-read-model.ts';
import { missing, openVersion } from './open-version.ts';
import { readerOfVersion } from './reader-of-version.ts';
import { textOf } from './text-of-version.ts';

type Needs = Pick<HttpApiServices, 'readModels' | 'commandServices'> & {
  readonly readText: VersionTextReader;
};

export type PageAddress = { readonly docKey: string; readonly version: number; readonly page: number };

/** The joined texts of pages, and the offset of each. */
const joinPages = (texts: readonly string[]): PagedText => {
  let start = 0;
  const pages = texts.map((text) => {
    const page = { start, end: start + text.length };
    start = page.end + 2;
    return page;
  });
  return { text: texts.join('\n\n'), pages };
};

/** A PDF itself; for any other file its text, cleaned if available. */
const sourceOf = (
  { commandServices, readText }: Needs,
  { docKey }: PageAddress,
  found: DocumentVersionDto,
): PageSource => {
  if (found.format === 'pdf')
    return {
      kind: 'pdf',
      id: found.contentHash,
      read: () => commandServices.blobs.get(found.contentHash, documentSubject(docKey)),
    };
  return {
    kind: 'text',
    id: `${found.contentHash} ${found.jobId}`,
    read: () =>
      textOf(found, readText, ({ cleaned, extracted }) =>
        cleaned === undefined
          ? joinPages(extracted.pages.map(({ text }) => text))
          : { text: cleaned.text, pages: cleaned.pages.map(({ start, end }) => ({ start, end })) },
      ),
  };
};

const openPassages = async (
  { readModels }: Needs,
  { docKey, version }: PageAddress,
  chunkIds: readonly string[],
  { after, request }: { readonly after: number | undefined; readonly request: RouteRequest },
): Promise<readonly Passage[]> => {
  if (chunkIds.length === 0) return [];
  const view = await openReadModel(readModels, SEARCH_PROJECTION, after, request);
  const chunks = await findChunks(view, [...new Set(chunkIds)]);
  return chunkIds.map((chunkId) => {
    const chunk = chunks.find((one) => one.chunkId === chunkId);
    if (chunk?.docKey === docKey && chunk.version === version) return chunk;
    throw missing(
      'There is no such passage in this version of the document. GET /api/documents/:docKey/versions/:version/chunks lists them.',
      { docKey, version, reason: 'no_such_passage' },
    );
  });
};

const beyondTheEnd = (lines: number): Failure =>
  new Failure(
    failure('validation_error', `There are no such lines: the passage has ${lines}, counted from 1.`, {
      details: { issues: [{ path: 'lines', message: `must be lines from 1 to ${lines}` }] },
    }),
  );

/** The lines of a passage to find on a page, with the lines around them; `undefined` if none is on it. */
const soughtOn = (
  passage: Passage,
  page: number,
  ranges: readonly LineRange[] | undefined,
): PassageToLocate | undefined => {
  const count = passage.text.split('\n').length;
  if (ranges?.some(({ last }) => last > count)) throw beyondTheEnd(count);
  const onPage = passageOnPage(passage, page);
  if (onPage === undefined) return undefined;
  const { text, start, firstLine } = onPage;
  if (ranges === undefined) return { text, ...omitUndefined({ start }) };
  const isNamed = (line: number): boolean => ranges.some(({ first, last }) => line >= first && line <= last);
  const lines = text.split('\n').flatMap((_, at) => (isNamed(firstLine + at) ? [at] : []));
  return lines.length === 0 ? undefined : { text, lines, ...omitUndefined({ start }) };
};

type PageContent = {
  readonly highlights: readonly Highlight[];
  readonly sheet?: number;
  /** The log position that the page must reflect. */
  readonly after?: number;
};

/**
 * Opens a page of a version with its highlights: the version, the source to draw, and its reader.
 *
 * @throws Failure `not_found` for an unknown version or passage, `validation_error` for lines beyond the end of a passage;
 *   otherwise as `openVersion`, and as the blobs of erased documents
 */
export const openPage = async (
  needs: Needs,
  address: PageAddress,
  { highlights, sheet, after }: PageContent,
  request: RouteRequest,
) => {
  const { view, found } = await openVersion(needs, address, after, request);
  await needs.commandServices.blobs.requireReadable(documentSubject(address.docKey));
  const ids = highlights.map(({ chunkId }) => chunkId);
  const chunks = await openPassages(needs, address, ids, { after, request });
  const phi = mayContainPhi(found) || chunks.some((chunk) => chunk.phi);
  const isOther = (chunk: Passage, at: number): boolean => {
    const sum = highlights[at]?.checksum;
    return sum !== undefined && sum !== passageChecksum(chunk.text);
  };
  const passages = chunks.flatMap((chunk, at) =>
    isOther(chunk, at) ? [] : (soughtOn(chunk, address.page, highlights[at]?.lines) ?? []),
  );
  const wanted: PageRequest = {
    page: address.page,
    ...omitUndefined({ sheet }),
    ...(passages.length === 0 ? {} : { passages }),
  };
  return {
    view,
    found,
    phi,
    reader: readerOfVersion(request.caller, found, phi),
    source: sourceOf(needs, address, found),
    wanted,
    /** The number of passages whose text has changed since their lines were counted; they are not marked. */
    changed: chunks.filter(isOther).length,
  };
};
