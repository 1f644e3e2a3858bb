import { z } from 'zod';
import type { SourceType } from '../../domain/knowledge/source-type.ts';
import { decodeCursor, encodeCursor } from '../page-cursor.ts';
import { type PageRequest, pageOfRows } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { type DocumentDto, toDocumentDto } from './document-dto.ts';
import { type DocumentStatus, documentEntity } from './entity.ts';

/** Narrows the catalogue; members combine by "and". */
export type ListDocuments = PageRequest & {
  readonly sourceType?: SourceType | undefined;
  readonly specialty?: string | undefined;
  readonly status?: DocumentStatus | undefined;
  readonly agency?: string | undefined;
};

const cursorSchema = z.tuple([z.string().min(1).max(255)]);

/**
 * The catalogue in the order of document keys. Reads read model `documents`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listDocuments = async (
  view: ReadModelView,
  request: ListDocuments,
): Promise<PageOf<DocumentDto>> => {
  const { cursor, limit, sourceType, specialty, status, agency } = request;
  const where = {
    ...(cursor === undefined ? {} : { docKey: { $gt: decodeCursor(cursorSchema, cursor)[0] } }),
    ...(sourceType === undefined ? {} : { sourceType }),
    ...(specialty === undefined ? {} : { specialty: { $contains: [specialty] } }),
    ...(status === undefined ? {} : { status }),
    ...(agency === undefined ? {} : { agency }),
  };
  return pageOfRows(
    limit,
    (rows) =>
      view.entities.find(documentEntity, where, {
        orderBy: { docKey: 'asc' },
        limit: rows,
        disableIdentityMap: true,
      }),
    toDocumentDto,
    (row) => encodeCursor([row.docKey]),
  );
};
