import { Failure, failure } from '../../domain/kernel/failure.ts';
import { getDocumentVersion } from '../../projections/document-versions/get-document-version.ts';
import { documentVersionsProjection } from '../../projections/document-versions/projection.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import type { RouteRequest } from '../routing/define-route.ts';
import { openReadModel } from './open-read-model.ts';
import { readerOfVersion } from './reader-of-version.ts';

type Address = { readonly docKey: string; readonly version: number };

/** The missing part of a document, with a reason that distinguishes it from other missing parts. */
export const missing = (message: string, details: Readonly<Record<string, string | number>>): Failure =>
  new Failure(failure('not_found', message, { details }));

/**
 * A version of a document, and who reads it, for the record.
 *
 * @throws Failure `not_found`; `permission_denied` and `validation_error` as `readerOfVersion` says
 */
export const openVersion = async (
  { readModels }: Pick<HttpApiServices, 'readModels'>,
  { docKey, version }: Address,
  after: number | undefined,
  request: RouteRequest,
) => {
  const view = await openReadModel(readModels, documentVersionsProjection.name, after, request);
  const found = await getDocumentVersion(view, docKey, version);
  if (found !== undefined) return { view, found, reader: readerOfVersion(request.caller, found) };
  throw missing(
    'There is no such version of such a document. GET /api/documents/:docKey/versions lists them.',
    { docKey, version },
  );
};
