import { z } from 'zod';
import { docKeySchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { maxPages } from '../../domain/knowledge/extracted-document.ts';
import type { LocatedPage } from '../../ports/page-images.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { bytes } from '../openapi/bytes.ts';
import type { VersionTextReader } from '../read-version-text.ts';
import { pageImageLink } from '../representations/page-image-link.ts';
import { pageMarkRepresentation } from '../representations/page-mark-representation.ts';
import { countUnlocated } from '../representations/unlocated-lines.ts';
import { matchesNone } from '../request/conditional-headers.ts';
import {
  highlightFields,
  highlightText,
  namesPassages,
  ONE_PART_PER_PASSAGE,
  readHighlights,
} from '../request/highlight-fields.ts';
import { integerText, readFields, versionText } from '../request/query-fields.ts';
import { defineRoute, ifNoneMatch, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { openPage } from './open-page.ts';
import { metadataOf } from './open-read-model.ts';
import { recordDocumentRead } from './record-document-read.ts';

type Needs = Pick<
  HttpApiServices,
  'readModels' | 'eventStore' | 'identity' | 'commandServices' | 'pageImages' | 'hasher'
> & { readonly readText: VersionTextReader };

/** The default width of a page in pixels, and the maximum: a sheet of paper at 350 dots per inch. */
const USUAL_WIDTH = 1200;
const LEAST_WIDTH = 50;
const MOST_WIDTH = 3000;

/** Increase it when the same page would be drawn differently, so that clients drop the old picture. */
const DRAWING = 2;

const params = z.strictObject({
  docKey: docKeySchema,
  version: versionText,
  page: integerText(1, maxPages, 'The number of the page.'),
});

const sheetText = integerText(
  1,
  maxPages,
  'For a file other than PDF: the sheet of the page’s text. Default: the sheet of `highlight`, or else the first.',
);

/** Whether all, some or none of the requested lines are marked. */
const highlightOf = (
  { rectangles, unlocated }: Pick<LocatedPage, 'rectangles' | 'unlocated'>,
  changed: number,
): 'marked' | 'partly' | 'not-found' => {
  if (rectangles.length === 0) return 'not-found';
  return unlocated.length > 0 || changed > 0 ? 'partly' : 'marked';
};

const image = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/documents/:docKey/versions/:version/pages/:page/image',
    access: 'documents:read',
    tag: 'Documents',
    operationId: 'getDocumentPageImage',
    summary:
      'The image of a page, with passages or their lines marked; for a file other than PDF, its text typeset on sheets. `X-Highlight` reports whether the passages were found, and `X-Drawing` a page that takes too long to draw in full. Access is recorded.',
    ownership: 'none',
    discloses: ['DocumentRead'],
    params,
    query: z
      .strictObject({
        ...readFields,
        width: integerText(
          LEAST_WIDTH,
          MOST_WIDTH,
          `Pixels; default: ${USUAL_WIDTH}. Fewer if the page is so long that it would have too many.`,
        ).optional(),
        highlight: highlightText.optional(),
        ...highlightFields,
        sheet: sheetText.optional(),
      })
      .refine(namesPassages, { error: ONE_PART_PER_PASSAGE, path: ['lines'] }),
    headers: [ifNoneMatch],
    body: none,
    responses: [
      {
        status: 200,
        description: 'The page.',
        contentType: 'image/png',
        content: bytes,
        headers: ['ETag', 'X-Page-Count', 'X-Sheet', 'X-Highlight', 'X-Drawing'],
      },
      { status: 304, description: 'The picture has not changed.', headers: ['ETag'] },
    ],
    handle: async ({ params: address, query }, request) => {
      const { found, phi, reader, source, wanted, changed } = await openPage(
        services,
        address,
        { highlights: readHighlights(query), ...omitUndefined({ sheet: query.sheet, after: query.after }) },
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
        wanted.passages ?? null,
      ];
      const entityTag = `"${services.hasher.sha256(JSON.stringify(parts))}"`;
      const common = { kind: 'stream', live: false, contentType: 'image/png', entityTag } as const;
      // A client that has the picture need not wait until it is drawn.
      if (!matchesNone(request.header('If-None-Match'), entityTag))
        return { ...common, content: async function* () {} };
      const drawn = await services.pageImages.draw(source, { ...wanted, width }, request.signal);
      const { entityTag: _, ...untagged } = common;
      return {
        // The next attempt may draw more of it, so this picture must not be cached.
        ...(drawn.isPartial ? untagged : common),
        headers: {
          'Content-Length': String(drawn.image.byteLength),
          'X-Page-Count': String(drawn.pages),
          'X-Sheet': `${drawn.sheet}/${drawn.sheets}`,
          ...(drawn.isPartial ? { 'X-Drawing': 'partial' } : {}),
          ...(query.highlight === undefined ? {} : { 'X-Highlight': highlightOf(drawn, changed) }),
        },
        beforeDelivery: recordDocumentRead(reader, { ...address, part: 'file', phi }, services),
        content: async function* () {
          yield drawn.image;
        },
      };
    },
  });

const marks = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/documents/:docKey/versions/:version/pages/:page/marks',
    access: 'documents:read',
    tag: 'Documents',
    operationId: 'getDocumentPageMarks',
    summary:
      'The positions of passages or their lines on a page, for clients that draw the page or the marks themselves.',
    ownership: 'none',
    discloses: 'nothing',
    params,
    query: z
      .strictObject({
        ...readFields,
        highlight: highlightText,
        ...highlightFields,
        sheet: sheetText.optional(),
      })
      .refine(namesPassages, { error: ONE_PART_PER_PASSAGE, path: ['lines'] }),
    body: none,
    response: pageMarkRepresentation,
    handle: async ({ params: address, query }, request) => {
      const highlights = readHighlights(query);
      const { view, source, wanted, changed } = await openPage(
        services,
        address,
        { highlights, ...omitUndefined({ sheet: query.sheet, after: query.after }) },
        request,
      );
      const located = await services.pageImages.locate(source, wanted, request.signal);
      const { docKey, version, page } = address;
      const lines = query.lines?.split(';');
      const checksums = query.checksum?.split(',');
      const place = {
        docKey,
        version,
        highlights: highlights.map((one, at) => ({
          chunkId: one.chunkId,
          ...omitUndefined({ lines: lines?.[at] || undefined, checksum: checksums?.[at] || undefined }),
        })),
      };
      return answerData(
        {
          page,
          pages: located.pages,
          sheet: located.sheet,
          sheets: located.sheets,
          markedSheets: located.markedSheets,
          chunkId: highlights[0]?.chunkId ?? '',
          found: located.rectangles.length > 0,
          rectangles: located.rectangles,
          unlocated: countUnlocated(located.unlocated, changed),
          image: pageImageLink(place, page),
        },
        { metadata: metadataOf(view) },
      );
    },
  });

/** The images of pages. */
export const pageImageRoutes = (services: Needs): readonly Route[] => [image(services), marks(services)];
