import { z } from 'zod';
import { mayContainPhi } from '../../domain/indexing/may-contain-phi.ts';
import { docKeySchema } from '../../domain/kernel/identifiers.ts';
import { maxFigures } from '../../domain/knowledge/figure.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { bytes } from '../openapi/bytes.ts';
import type { VersionTextReader } from '../read-version-text.ts';
import { figureRepresentation, toFigureRepresentation } from '../representations/figure-representation.ts';
import { matchesNone } from '../request/conditional-headers.ts';
import { integerText, readFields, versionText } from '../request/query-fields.ts';
import { defineRoute, ifNoneMatch, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { metadataOf } from './open-read-model.ts';
import { missing, openVersion } from './open-version.ts';
import { recordDocumentRead } from './record-document-read.ts';
import { textOf } from './text-of-version.ts';

type Needs = Pick<HttpApiServices, 'readModels' | 'eventStore' | 'identity' | 'commandServices'>;

const versionParams = { docKey: docKeySchema, version: versionText };

const figures = (services: Needs, readText: VersionTextReader): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/documents/:docKey/versions/:version/figures',
    access: 'documents:read',
    tag: 'Documents',
    operationId: 'listDocumentFigures',
    summary:
      'All figures of one version with their captions, at most 500: pictures, drawings and flow charts. Access is recorded.',
    ownership: 'none',
    discloses: ['DocumentRead'],
    params: z.strictObject(versionParams),
    query: z.strictObject(readFields),
    body: none,
    response: z.array(figureRepresentation).readonly(),
    handle: async ({ params, query }, request) => {
      const { view, found, reader } = await openVersion(services, params, query.after, request);
      const listed = await textOf(found, readText, ({ extracted }) =>
        (extracted.figures ?? []).map((figure, index) => toFigureRepresentation(figure, index + 1, params)),
      );
      return answerData(listed, {
        metadata: metadataOf(view),
        beforeDelivery: recordDocumentRead(
          reader,
          { ...params, part: 'text', phi: mayContainPhi(found) },
          services,
        ),
      });
    },
  });

const figure = (services: Needs, readText: VersionTextReader): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/documents/:docKey/versions/:version/figures/:figure',
    access: 'documents:read',
    tag: 'Documents',
    operationId: 'getDocumentFigure',
    summary: 'The picture of a figure, as it was drawn when the file was read. Access is recorded.',
    ownership: 'none',
    discloses: ['DocumentRead'],
    params: z.strictObject({
      ...versionParams,
      figure: integerText(1, maxFigures, 'The number of the figure, as the list of figures has it.'),
    }),
    query: z.strictObject(readFields),
    headers: [ifNoneMatch],
    body: none,
    responses: [
      {
        status: 200,
        description: 'The picture. Its `ETag` is the SHA-256 of the stored, sealed picture.',
        contentType: 'image/png',
        content: bytes,
        headers: ['ETag'],
      },
      { status: 304, description: 'The picture has not changed.', headers: ['ETag'] },
    ],
    handle: async ({ params: { figure: number, ...address }, query }, request) => {
      const { found, reader } = await openVersion(services, address, query.after, request);
      const { blobs } = services.commandServices;
      const subject = documentSubject(address.docKey);
      await blobs.requireReadable(subject);
      const all = await textOf(found, readText, ({ extracted }) => extracted.figures ?? []);
      const shown = all[number - 1];
      if (shown === undefined)
        throw missing(
          all.length === 0
            ? 'This version has no figures. One that was read before figures were kept has them after "npx anamnesis reindex".'
            : `There is no figure ${number}: the document has ${all.length}.`,
          { reason: 'no_such_figure', figure: number, figures: all.length },
        );
      const entityTag = `"${shown.blob}"`;
      const common = { kind: 'stream', live: false, contentType: 'image/png', entityTag } as const;
      // A client that has the picture need not wait until it is opened.
      if (!matchesNone(request.header('If-None-Match'), entityTag))
        return { ...common, content: async function* () {} };
      if (!(await blobs.has(shown.blob)))
        throw missing('The picture of this figure is missing. Restore the data directory from a backup.', {
          reason: 'file_missing',
          figure: number,
        });
      const image = await blobs.get(shown.blob, subject);
      return {
        ...common,
        headers: {
          'Content-Length': String(image.byteLength),
          'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
        },
        beforeDelivery: recordDocumentRead(
          reader,
          { ...address, page: shown.page, part: 'file', phi: mayContainPhi(found) },
          services,
        ),
        content: async function* () {
          yield image;
        },
      };
    },
  });

/** The figures of documents. */
export const figureRoutes = (services: Needs, readText: VersionTextReader): readonly Route[] => [
  figures(services, readText),
  figure(services, readText),
];
