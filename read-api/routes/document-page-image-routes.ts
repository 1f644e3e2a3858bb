import { z } from 'zod';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { tellsPhi } from '../../domain/indexing/tells-phi.ts';
import { defined } from '../../domain/kernel/defined.ts';
import { docKeySchema } from '../../domain/kernel/identifiers.ts';
import { maxPages } from '../../domain/knowledge/extracted-document.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import { passageOnPage } from '../../domain/retrieval/passage-on-page.ts';
import type { PageSource } from '../../ports/page-images.ts';
import type { DocumentVersionDto } from '../../projections/document-versions/document-version-dto.ts';
import { findChunks } from '../../projections/search/find-chunks.ts';
import { SEARCH_PROJECTION } from '../../projections/search/search-projection.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { bytes } from '../openapi/bytes.ts';
import type { VersionTextReader } from '../read-version-text.ts';
import { pageImageLink } from '../representations/page-image-link.ts';
import { pageMarkRepresentation } from '../representations/page-mark-representation.ts';
import { matchesNone } from '../request/conditional-headers.ts';
import { integerText, readFields, versionText } from '../request/query-fields.ts';
import { defineRoute, ifNoneMatch, none, type Route, type RouteRequest } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';
import { missing, openVersion } from './open-version.ts';
import { readerOfVersion } from './reader-of-version.ts';
import { textOf } from './text-of-version.ts';

type Needs = Pick<
  HttpApiServices,
  'readModels' | 'eventStore' | 'identity' | 'commandServices' | 'pageImages' | 'hasher'
>;

/** Pixels that a page is wide unless the request says; at most, a sheet of paper at 350 dots per inch. */
const USUAL_WIDTH = 1200;
const LEAST_WIDTH = 50;
const MOST_WIDTH = 3000;

/** Counted up when the same page would be drawn in another way, so that nobody keeps the old picture. */
const DRAWING = 1;

const params = z.strictObject({
  docKey: docKeySchema,
  version: versionText,
  page: integerText(1, maxPages, 'The number of the page.'),
});
type Params = z.output<typeof params>;

const chunkIdText = z
  .string()
  .max(300)
  .regex(/^[^@#]+@\d{1,10}#\d{1,7}$/, 'Must be the `chunkId` of a passage')
  .meta({
    description: 'The `chunkId` of a passage of this version, to be marked where it stands on the page.',
  });

const sheetText = integerText(
  1,
  maxPages,
  'Of a file without pages, which is one page: which sheet of its text. That of `highlight` when absent, or else the first.',
);

/** The passage of a version that is to be marked. */
const openPassage = async (
  { readModels }: Needs,
  { docKey, version }: Params,
  chunkId: string,
  after: number | undefined,
  request: RouteRequest,
) => {
  const view = await openReadModel(readModels, SEARCH_PROJECTION, after, request);
  const [chunk] = await findChunks(view, [chunkId]);
  if (chunk?.docKey === docKey && chunk.version === version) return chunk;
  throw missing(
    'There is no such passage in this version of the document. GET /api/documents/:docKey/versions/:version/chunks lists those there are.',
    { docKey, version, reason: 'no_such_passage' },
  );
};

/** A PDF as it is; of a file that has no pages its text, as it was cleaned where it was. */
const sourceOf = (
  { commandServices }: Needs,
  readText: VersionTextReader,
  { docKey }: Params,
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
        cleaned === undefined ? extracted.pages.map(({ text }) => text).join('\n\n') : cleaned.text,
      ),
  };
};

/** What both routes look up: the version, the passage to be marked, and who reads. */
const openPage = async (
  services: Needs,
  readText: VersionTextReader,
  address: Params,
  { highlight, sheet, after }: Partial<Record<'highlight', string> & Record<'sheet' | 'after', number>>,
  request: RouteRequest,
) => {
  const { view, found } = await openVersion(services, address, after, request);
  await services.commandServices.blobs.requireReadable(documentSubject(address.docKey));
  const chunk =
    highlight === undefined ? undefined : await openPassage(services, address, highlight, after, request);
  const phi = tellsPhi(found) || chunk?.phi === true;
  const text = chunk && passageOnPage(chunk, address.page);
  return {
    view,
    found,
    phi,
    reader: readerOfVersion(request.caller, found, phi),
    source: sourceOf(services, readText, address, found),
    wanted: {
      page: address.page,
      ...defined({ sheet }),
      ...(chunk === undefined || text === undefined
        ? {}
        : { passage: { text, ...defined({ start: chunk.start, end: chunk.end }) } }),
    },
  };
};

const image = (services: Needs, readText: VersionTextReader): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/documents/:docKey/versions/:version/pages/:page/image',
    access: 'documents:read',
    tag: 'Documents',
    operationId: 'getDocumentPageImage',
    summary:
      'The picture of a page, with a passage marked on it; of a file without pages its text, set for reading on sheets. `X-Highlight` tells whether it was found there. Who sees it is recorded.',
    ownership: 'none',
    discloses: ['DocumentRead'],
    params,
    query: z.strictObject({
      ...readFields,
      width: integerText(
        LEAST_WIDTH,
        MOST_WIDTH,
        `Pixels; ${USUAL_WIDTH} when absent. Fewer where the page is so long that it would have too many.`,
      ).optional(),
      highlight: chunkIdText.optional(),
      sheet: sheetText.optional(),
    }),
    headers: [ifNoneMatch],
    body: none,
    responses: [
      {
        status: 200,
        description: 'The page.',
        contentType: 'image/png',
        content: bytes,
        headers: ['ETag', 'X-Page-Count', 'X-Sheet', 'X-Highlight'],
      },
      { status: 304, description: 'The picture is the one that is known already.', headers: ['ETag'] },
    ],
    handle: async ({ params: address, query }, request) => {
      const { found, phi, reader, source, wanted } = await openPage(
        services,
        readText,
        address,
        defined(query),
        request,
      );
      const width = query.width ?? USUAL_WIDTH;
      const { page } = address;
      const parts = [
        DRAWING,
        found.contentHash,
        found.jobId,
        page,
        query.sheet ?? null,
        width,
        query.highlight ?? null,
      ];
      const entityTag = `"${services.hasher.sha256(JSON.stringify(parts))}"`;
      const common = { kind: 'stream', live: false, contentType: 'image/png', entityTag } as const;
      // Who has it need not wait for it to be drawn.
      if (!matchesNone(request.header('If-None-Match'), entityTag))
        return { ...common, content: async function* () {} };
      const drawn = await services.pageImages.draw(source, { ...wanted, width }, request.signal);
      return {
        ...common,
        headers: {
          'Content-Length': String(drawn.image.byteLength),
          'X-Page-Count': String(drawn.pages),
          'X-Sheet': `${drawn.sheet}/${drawn.sheets}`,
          ...(query.highlight === undefined
            ? {}
            : { 'X-Highlight': drawn.rectangles.length > 0 ? 'marked' : 'not-found' }),
        },
        beforeDelivery: () =>
          recordAccess(
            reader,
            {
              // A page of the file, as a picture instead of as bytes.
              what: { type: 'DocumentRead', data: { ...address, part: 'file' } },
              subjects: [documentSubject(address.docKey)],
              phi,
            },
            services,
          ),
        content: async function* () {
          yield drawn.image;
        },
      };
    },
  });

const marks = (services: Needs, readText: VersionTextReader): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/documents/:docKey/versions/:version/pages/:page/marks',
    access: 'documents:read',
    tag: 'Documents',
    operationId: 'getDocumentPageMarks',
    summary: 'Where a passage stands on a page, for those who draw the page or the marks themselves.',
    ownership: 'none',
    discloses: 'nothing',
    params,
    query: z.strictObject({ ...readFields, highlight: chunkIdText, sheet: sheetText.optional() }),
    body: none,
    response: pageMarkRepresentation,
    handle: async ({ params: address, query }, request) => {
      const { view, source, wanted } = await openPage(services, readText, address, defined(query), request);
      const { pages, sheet, sheets, rectangles } = await services.pageImages.locate(
        source,
        wanted,
        request.signal,
      );
      return answerData(
        {
          page: address.page,
          pages,
          sheet,
          sheets,
          chunkId: query.highlight,
          found: rectangles.length > 0,
          rectangles,
          image: pageImageLink({ ...address, chunkId: query.highlight }, address.page),
        },
        { metadata: metadataOf(view) },
      );
    },
  });

/** Pages as they look. */
export const pageImageRoutes = (services: Needs, readText: VersionTextReader): readonly Route[] => [
  image(services, readText),
  marks(services, readText),
];
