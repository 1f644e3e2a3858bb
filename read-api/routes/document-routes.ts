import { z } from 'zod';
import { mayContainPhi } from '../../domain/indexing/may-contain-phi.ts';
import { docKeySchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { FilterDefinition } from '../../domain/retrieval/filter-definitions.ts';
import { type CatalogueFilters, catalogueFilters } from '../../domain/retrieval/filter-uses.ts';
import { getDocumentVersion } from '../../projections/document-versions/get-document-version.ts';
import { listDocumentVersions } from '../../projections/document-versions/list-document-versions.ts';
import { documentVersionsProjection } from '../../projections/document-versions/projection.ts';
import { documentStatuses } from '../../projections/documents/entity.ts';
import { findDuplicates } from '../../projections/documents/find-duplicates.ts';
import { getDocument } from '../../projections/documents/get-document.ts';
import { type ListDocuments, listDocuments } from '../../projections/documents/list-documents.ts';
import { documentsProjection } from '../../projections/documents/projection.ts';
import { listChunks } from '../../projections/search/list-chunks.ts';
import { SEARCH_PROJECTION } from '../../projections/search/search-projection.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { chunkRepresentation, toChunkRepresentation } from '../representations/chunk-representation.ts';
import {
  cataloguePageRepresentation,
  documentRepresentation,
  documentVersionRepresentation,
} from '../representations/document-representation.ts';
import { integerText, readFields, versionText } from '../request/query-fields.ts';
import { defineRoute, none, type Route, type RouteRequest } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { found } from './not-found.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';
import { pageOfBody, pageQuery } from './page-query.ts';
import { readerOfVersion } from './reader-of-version.ts';
import { recordCatalogueRead } from './record-catalogue-read.ts';
import { recordDocumentRead } from './record-document-read.ts';

const described = (schema: z.ZodType, description: string | undefined): z.ZodType =>
  description === undefined ? schema.optional() : schema.optional().meta({ description });

/** The filters by a property of the document, with the schema that `schemaOf` gives each. */
const filtersBy = (schemaOf: (definition: FilterDefinition, description: string | undefined) => z.ZodType) =>
  Object.fromEntries(
    catalogueFilters.map(({ parameter, description, definition }) => [
      parameter,
      schemaOf(definition, description),
    ]),
  ) as { readonly [Name in keyof CatalogueFilters]-?: z.ZodType<CatalogueFilters[Name]> };

const parameterOf = ({ value, mayNamePatient }: FilterDefinition, description = ''): z.ZodType => {
  if (value instanceof z.ZodNumber)
    return integerText(
      value.minValue ?? 0,
      value.maxValue ?? Number.MAX_SAFE_INTEGER,
      description,
    ).optional();
  if (mayNamePatient !== true) return described(value, description || undefined);
  const instead =
    'Deprecated, because addresses are kept in logs and histories, and it may name a patient: use the body of `POST /api/documents`.';
  return value.optional().meta({ description: `${description} ${instead}`.trim(), deprecated: true });
};

/** Each parameter accepts what its filter accepts: both come from the same row of a table. */
const catalogueParameters = filtersBy(parameterOf);
const status = z.enum(documentStatuses).optional();

const wanted = z.strictObject({
  ...filtersBy(({ value }, description) => described(value, description)),
  status,
  ...pageOfBody,
});

type Needs = Pick<HttpApiServices, 'readModels' | 'eventStore' | 'identity'>;

const readCatalogue = async (
  filters: ListDocuments,
  after: number | undefined,
  request: RouteRequest,
  services: Needs,
) => {
  const view = await openReadModel(services.readModels, documentsProjection.name, after, request);
  const page = await listDocuments(view, filters);
  const duplicates = await findDuplicates(
    view,
    page.items.map(({ docKey }) => docKey),
  );
  return {
    view,
    nextCursor: page.nextCursor,
    documents: page.items.map((document) => ({
      ...document,
      ...omitUndefined({ duplicateOf: duplicates.get(document.docKey) }),
    })),
    beforeDelivery: () =>
      recordCatalogueRead('documents', page.items.filter(mayContainPhi), request.caller, services),
  };
};

const list = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/documents',
    access: 'documents:read',
    tag: 'Documents',
    operationId: 'listDocuments',
    summary:
      'The catalogue, in the order of document keys. Reading entries of documents with PHI is recorded.',
    ownership: 'none',
    discloses: ['CatalogueRead'],
    params: none,
    query: z.strictObject({ ...pageQuery, ...catalogueParameters, status }),
    body: none,
    response: z.array(documentRepresentation).readonly(),
    handle: async ({ query: { after, ...filters } }, request) => {
      const { view, documents, nextCursor, beforeDelivery } = await readCatalogue(
        filters,
        after,
        request,
        services,
      );
      return answerData(documents, { metadata: metadataOf(view, nextCursor), beforeDelivery });
    },
  });

const search = (services: Needs): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/documents',
    onlyReads: true,
    access: 'documents:read',
    tag: 'Documents',
    operationId: 'searchDocuments',
    summary:
      'The catalogue as `GET` gives it, with the filters in the body, because a title may name a patient. Reading entries of documents with PHI is recorded.',
    ownership: 'none',
    discloses: ['CatalogueRead'],
    params: none,
    query: z.strictObject(readFields),
    body: wanted,
    response: cataloguePageRepresentation,
    handle: async ({ query: { after }, body }, request) => {
      const { view, documents, nextCursor, beforeDelivery } = await readCatalogue(
        body,
        after,
        request,
        services,
      );
      return answerData(
        { documents, nextCursor: nextCursor ?? null },
        { metadata: metadataOf(view), beforeDelivery },
      );
    },
  });

const one = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/documents/:docKey',
    access: 'documents:read',
    tag: 'Documents',
    operationId: 'getDocument',
    summary: 'One document.',
    ownership: 'none',
    discloses: ['CatalogueRead'],
    params: z.strictObject({ docKey: docKeySchema }),
    query: z.strictObject(readFields),
    body: none,
    response: documentRepresentation,
    entityTag: 'partial',
    handle: async ({ params, query }, request) => {
      const view = await openReadModel(services.readModels, documentsProjection.name, query.after, request);
      const document = found(await getDocument(view, params.docKey), 'document');
      // Its indexing status derives from the jobs' streams, so the revision alone does not identify it.
      const duplicateOf = (await findDuplicates(view, [params.docKey])).get(params.docKey);
      const shown = { ...document, ...omitUndefined({ duplicateOf }) };
      return answerData(shown, {
        metadata: metadataOf(view),
        revision: document.revision,
        revisionIsPartial: true,
        beforeDelivery: () =>
          recordCatalogueRead('documents', [document].filter(mayContainPhi), request.caller, services),
      });
    },
  });

const versions = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/documents/:docKey/versions',
    access: 'documents:read',
    tag: 'Documents',
    operationId: 'listDocumentVersions',
    summary: 'The versions of a document, newest first.',
    ownership: 'none',
    discloses: ['CatalogueRead'],
    params: z.strictObject({ docKey: docKeySchema }),
    query: z.strictObject(pageQuery),
    body: none,
    response: z.array(documentVersionRepresentation).readonly(),
    handle: async ({ params, query }, request) => {
      const view = await openReadModel(
        services.readModels,
        documentVersionsProjection.name,
        query.after,
        request,
      );
      const page = await listDocumentVersions(view, { ...query, docKey: params.docKey });
      // A page after the last is empty, while an empty first page means that the document does not exist.
      if (query.cursor === undefined) found(page.items[0], 'document');
      return answerData(page.items, {
        metadata: metadataOf(view, page.nextCursor),
        beforeDelivery: () =>
          recordCatalogueRead('versions', page.items.filter(mayContainPhi), request.caller, services),
      });
    },
  });

const chunks = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/documents/:docKey/versions/:version/chunks',
    access: 'documents:read',
    tag: 'Documents',
    operationId: 'listChunks',
    summary:
      'The chunks of one version in reading order, even of a superseded or withdrawn one. Access is recorded.',
    ownership: 'none',
    discloses: ['DocumentRead'],
    params: z.strictObject({ docKey: docKeySchema, version: versionText }),
    query: z.strictObject(pageQuery),
    body: none,
    response: z.array(chunkRepresentation).readonly(),
    handle: async ({ params, query }, request) => {
      const view = await openReadModel(services.readModels, SEARCH_PROJECTION, query.after, request);
      const page = await listChunks(view, { ...query, ...params });
      if (query.cursor === undefined) found(page.items[0], 'indexed version');
      const phi = page.items.some((item) => item.phi);
      const versions = await openReadModel(
        services.readModels,
        documentVersionsProjection.name,
        query.after,
        request,
      );
      const version = await getDocumentVersion(versions, params.docKey, params.version);
      const reader = readerOfVersion(request.caller, version, phi);
      return answerData(page.items.map(toChunkRepresentation), {
        metadata: metadataOf(view, page.nextCursor),
        beforeDelivery: recordDocumentRead(reader, { ...params, part: 'chunks', phi }, services),
      });
    },
  });

/** The catalogue. */
export const documentRoutes = (services: Needs): readonly Route[] => [
  list(services),
  search(services),
  one(services),
  versions(services),
  chunks(services),
];
