import { Failure, failure } from '../../domain/kernel/failure.ts';
import { getDocumentVersion } from '../../projections/document-versions/get-document-version.ts';
import { documentVersionsProjection } from '../../projections/document-versions/projection.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import type { RouteRequest } from '../routing/define-route.ts';
import { openReadModel } from './open-read-model.ts';
import { readerOfVersion } from './reader-of-version.ts';

type Address = { readonly docKey: string; readonly version: number };

/** The failure for a missing part of a document, with a message that distinguishes it from others. */
export const missing = (message: string, details: Readonly<Record<string, string | number>>): Failure =>
  new Failure(failure('not_found', message, { details }));

/**
 * Opens a version of a document and returns it with its reader, for the access record.
 *
 * @throws Failure `not_found`; `permission_denied` and `validation_error` as in `readerOfVersion`
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
