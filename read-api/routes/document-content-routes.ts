import { z } from 'zod';
import { mayContainPhi } from '../../domain/indexing/may-contain-phi.ts';
import { docKeySchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { documentFormats, mediaTypeOf } from '../../domain/knowledge/document-format.ts';
import { maxPages } from '../../domain/knowledge/extracted-document.ts';
import type { ExtractedPage } from '../../domain/knowledge/extracted-page.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import type { DocumentVersionDto } from '../../projections/document-versions/document-version-dto.ts';
import { decodeCursor, encodeCursor, integerPlace } from '../../projections/page-cursor.ts';
import { DEFAULT_PAGE_SIZE } from '../../projections/page-of-rows.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { bytes } from '../openapi/bytes.ts';
import type { VersionText, VersionTextReader } from '../read-version-text.ts';
import {
  cleanedCoordinates,
  documentPageRepresentation,
  documentPageSummary,
  documentTextRepresentation,
} from '../representations/document-page-representation.ts';
import { parseByteRange } from '../request/byte-range.ts';
import { integerText, readFields, versionText } from '../request/query-fields.ts';
import { attachment } from '../routing/attachment.ts';
import { defineRoute, ifNoneMatch, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { figureRoutes } from './document-figure-routes.ts';
import { pageImageRoutes } from './document-page-image-routes.ts';
import { metadataOf } from './open-read-model.ts';
import { missing, openVersion } from './open-version.ts';
import { pageQuery } from './page-query.ts';
import { recordDocumentRead } from './record-document-read.ts';
import { textOf } from './text-of-version.ts';

type Needs = Pick<
  HttpApiServices,
  'readModels' | 'eventStore' | 'identity' | 'commandServices' | 'pageImages' | 'hasher'
>;

const versionParams = { docKey: docKeySchema, version: versionText };

/** The most characters of the cleaned text in one response. */
const maxCharacters = 500_000;
/** The default number of characters in a response. */
const usualCharacters = 100_000;
/** Longer than any text; bounds the accepted offsets. */
const maxTextLength = 1_000_000_000;

const cleanedOf = ({ cleaned }: VersionText, { jobId, state }: DocumentVersionDto) => {
  if (cleaned !== undefined) return cleaned;
  throw missing(
    `The text of this version has not been cleaned: its indexing job is ${state}. Its pages can be read as extracted.`,
    { reason: 'text_not_cleaned', jobId, state },
  );
};

const factsOf = ({ page, readBy, ocrConfidence }: ExtractedPage, { cleaned }: VersionText) => {
  const span = cleaned?.pages.find((candidate) => candidate.page === page);
  return {
    page,
    readBy,
    ...omitUndefined({ ocrConfidence }),
    ...(span === undefined ? {} : { start: span.start, end: span.end }),
  };
};

const pageOf = (text: VersionText, page: number) => {
  const all = text.extracted.pages;
  const shown = all.find((candidate) => candidate.page === page);
  if (shown === undefined)
    throw missing(`There is no page ${page}: the document has ${all.length}.`, {
      reason: 'no_such_page',
      page,
      pages: all.length,
    });
  const facts = factsOf(shown, text);
  const cleanedText =
    facts.start === undefined ? undefined : text.cleaned?.text.slice(facts.start, facts.end);
  const cut = Math.max(shown.text.length, cleanedText?.length ?? 0) > maxCharacters;
  return {
    ...facts,
    pages: all.length,
    text: shown.text.slice(0, maxCharacters),
    ...(cleanedText === undefined ? {} : { cleanedText: cleanedText.slice(0, maxCharacters) }),
    ...(cut ? { cut } : {}),
    ...(shown.tables === undefined
      ? {}
      : { tables: shown.tables.map(({ line, columns }) => ({ line, columns: [...columns] })) }),
  };
};

const fileHeaders = ['ETag', 'Accept-Ranges', 'Content-Disposition'] as const;

const file = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/documents/:docKey/versions/:version/file',
    access: 'documents:read',
    tag: 'Documents',
    operationId: 'getDocumentFile',
    summary:
      'The uploaded file, even of a superseded or withdrawn version, as an attachment that browsers save and never display. Access is recorded.',
    ownership: 'none',
    discloses: ['DocumentRead'],
    params: z.strictObject(versionParams),
    query: z.strictObject(readFields),
    headers: [
      {
        name: 'Range',
        description: 'One byte range; anything else returns the whole file.',
        schema: z.string(),
      },
      { name: 'If-Range', description: 'The `ETag` for which `Range` holds.', schema: z.string() },
      ifNoneMatch,
    ],
    body: none,
    responses: [
      ...documentFormats.map((format) => ({
        status: 200 as const,
        description: 'The file. Its `ETag` is the SHA-256 of the stored, sealed file.',
        contentType: mediaTypeOf[format],
        content: bytes,
        headers: fileHeaders,
      })),
      ...documentFormats.map((format) => ({
        status: 206 as const,
        description: 'The requested byte range.',
        contentType: mediaTypeOf[format],
        content: bytes,
        headers: [...fileHeaders, 'Content-Range'] as const,
      })),
      { status: 304, description: 'The file has not changed.', headers: ['ETag'] },
    ],
    handle: async ({ params, query }, request) => {
      const { found, reader } = await openVersion(services, params, query.after, request);
      const { blobs } = services.commandServices;
      const subject = documentSubject(params.docKey);
      await blobs.requireReadable(subject);
      if (!(await blobs.has(found.contentHash)))
        throw missing('The file of this version is missing. Restore the data directory from a backup.', {
          ...params,
          reason: 'file_missing',
        });
      const tag = `"${found.contentHash}"`;
      const isHead = request.incoming.method === 'HEAD';
      const range = parseByteRange(found.size, tag, {
        range: isHead ? undefined : request.header('Range'),
        ifRange: request.header('If-Range'),
      });
      const length = range === undefined ? found.size : range.end - range.start + 1;
      return {
        kind: 'stream',
        live: false,
        status: range === undefined ? 200 : 206,
        contentType: mediaTypeOf[found.format],
        entityTag: tag,
        headers: {
          'Accept-Ranges': 'bytes',
          'Content-Length': String(length),
          // HEAD discloses no content and leaves no record, so it must not reveal a name, which can be a patient's.
          ...(isHead ? {} : { 'Content-Disposition': attachment(found.fileName) }),
          'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
          ...(range === undefined
            ? {}
            : { 'Content-Range': `bytes ${range.start}-${range.end}/${found.size}` }),
        },
        beforeDelivery: recordDocumentRead(
          reader,
          { ...params, part: 'file', phi: mayContainPhi(found) },
          services,
        ),
        content: () => blobs.read(found.contentHash, subject, range),
      };
    },
  });

const pages = (services: Needs, readText: VersionTextReader): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/documents/:docKey/versions/:version/pages',
    access: 'documents:read',
    tag: 'Documents',
    operationId: 'listDocumentPages',
    summary:
      'The pages of one version without their text: how each was read, and its range in the whole text.',
    ownership: 'none',
    discloses: 'nothing',
    params: z.strictObject(versionParams),
    query: z.strictObject(pageQuery),
    body: none,
    response: z.array(documentPageSummary).readonly(),
    handle: async ({ params, query }, request) => {
      const { view, found } = await openVersion(services, params, query.after, request);
      const from = query.cursor === undefined ? 0 : decodeCursor(integerPlace, query.cursor)[0];
      const to = from + (query.limit ?? DEFAULT_PAGE_SIZE);
      const { items, more } = await textOf(found, readText, (text) => ({
        items: text.extracted.pages
          .slice(from, to)
          .map((shown) => ({ ...factsOf(shown, text), characters: shown.text.length })),
        more: to < text.extracted.pages.length,
      }));
      return answerData(items, { metadata: metadataOf(view, more ? encodeCursor([to]) : undefined) });
    },
  });

const page = (services: Needs, readText: VersionTextReader): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/documents/:docKey/versions/:version/pages/:page',
    access: 'documents:read',
    tag: 'Documents',
    operationId: 'getDocumentPage',
    summary: 'One page: its text as extracted and as cleaned. Access is recorded.',
    ownership: 'none',
    discloses: ['DocumentRead'],
    params: z.strictObject({ ...versionParams, page: integerText(1, maxPages, 'The number of the page.') }),
    query: z.strictObject(readFields),
    body: none,
    response: documentPageRepresentation,
    handle: async ({ params, query }, request) => {
      const { view, found, reader } = await openVersion(services, params, query.after, request);
      return answerData(await textOf(found, readText, (text) => pageOf(text, params.page)), {
        metadata: metadataOf(view),
        beforeDelivery: recordDocumentRead(
          reader,
          { ...params, part: 'text', phi: mayContainPhi(found) },
          services,
        ),
      });
    },
  });

const text = (services: Needs, readText: VersionTextReader): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/documents/:docKey/versions/:version/text',
    access: 'documents:read',
    tag: 'Documents',
    operationId: 'getDocumentText',
    summary: `The cleaned text from which chunks are cut: \`start\` and \`end\` are offsets ${cleanedCoordinates}. Access is recorded.`,
    ownership: 'none',
    discloses: ['DocumentRead'],
    params: z.strictObject(versionParams),
    query: z.strictObject({
      ...readFields,
      start: integerText(0, maxTextLength, 'First character; 0 when absent.').optional(),
      end: integerText(
        0,
        maxTextLength,
        `After the last character; ${usualCharacters} after \`start\` by default. A response has at most ${maxCharacters}; continue from its \`end\`.`,
      ).optional(),
    }),
    body: none,
    response: documentTextRepresentation,
    handle: async ({ params, query }, request) => {
      const { view, found, reader } = await openVersion(services, params, query.after, request);
      const stretch = await textOf(found, readText, (text) => {
        const whole = cleanedOf(text, found).text;
        const start = Math.min(query.start ?? 0, whole.length);
        const wanted = Math.max(start, query.end ?? start + usualCharacters);
        const end = Math.min(wanted, start + maxCharacters, whole.length);
        return { start, end, length: whole.length, text: whole.slice(start, end) };
      });
      return answerData(stretch, {
        metadata: metadataOf(view),
        beforeDelivery: recordDocumentRead(
          reader,
          { ...params, part: 'text', phi: mayContainPhi(found) },
          services,
        ),
      });
    },
  });

/** The contents of a document: the file, its pages, and the text from which chunks are cut. */
export const documentContentRoutes = (
  services: Needs & { readonly readText: VersionTextReader },
): readonly Route[] => {
  const { readText } = services;
  return [
    file(services),
    pages(services, readText),
    page(services, readText),
    ...pageImageRoutes(services),
    ...figureRoutes(services, readText),
    text(services, readText),
  ];
};
