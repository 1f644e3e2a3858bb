import { z } from 'zod';
import type { SourceType } from '../../domain/knowledge/source-type.ts';
import { foldCase } from '../../domain/language/fold-case.ts';
import { decodeCursor, encodeCursor } from '../page-cursor.ts';
import { type PageRequest, pageOfRows } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { type DocumentDto, toDocumentDto } from './document-dto.ts';
import { type DocumentStatus, documentEntity } from './entity.ts';

/** Narrows the catalogue; members combine by "and". */
export type ListDocuments = PageRequest & {
  /** Contained in the title, in whatever case. */
  readonly title?: string | undefined;
  readonly sourceType?: SourceType | undefined;
  readonly specialty?: string | undefined;
  readonly status?: DocumentStatus | undefined;
  readonly agency?: string | undefined;
  readonly stateCode?: string | undefined;
  readonly organization?: string | undefined;
  readonly publisher?: string | undefined;
  /** One of the authors, as written. */
  readonly author?: string | undefined;
  /** Both years are part of the span. */
  readonly publishedFrom?: number | undefined;
  readonly publishedTo?: number | undefined;
  /** ISO dates; both days are part of the span. */
  readonly effectiveFrom?: string | undefined;
  readonly effectiveTo?: string | undefined;
  readonly doi?: string | undefined;
  readonly pmid?: string | undefined;
  readonly protocolNumber?: string | undefined;
};

/** The condition of a span, or none when both ends are open. Rows without a value lie in no span. */
const span = <Value>(from: Value | undefined, to: Value | undefined) =>
  from === undefined && to === undefined
    ? undefined
    : { ...(from === undefined ? {} : { $gte: from }), ...(to === undefined ? {} : { $lte: to }) };

/** A text in a pattern of SQL, where its signs mean nothing but themselves. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

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
  const { cursor, limit, sourceType, specialty, status, agency, stateCode, organization, publisher } =
    request;
  const { title, author, doi, pmid, protocolNumber } = request;
  const publicationYear = span(request.publishedFrom, request.publishedTo);
  const effectiveDate = span(request.effectiveFrom, request.effectiveTo);
  const where = {
    ...(cursor === undefined ? {} : { docKey: { $gt: decodeCursor(cursorSchema, cursor)[0] } }),
    ...(sourceType === undefined ? {} : { sourceType }),
    ...(specialty === undefined ? {} : { specialty: { $contains: [specialty] } }),
    ...(status === undefined ? {} : { status }),
    ...(agency === undefined ? {} : { agency }),
    ...(stateCode === undefined ? {} : { stateCode }),
    ...(organization === undefined ? {} : { organization }),
    ...(publisher === undefined ? {} : { publisher }),
    ...(author === undefined ? {} : { authors: { $contains: [author] } }),
    ...(publicationYear === undefined ? {} : { publicationYear }),
    ...(effectiveDate === undefined ? {} : { effectiveDate }),
    ...(title === undefined ? {} : { foldedTitle: { $like: `%${literally(foldCase(title))}%` } }),
    ...(doi === undefined ? {} : { foldedDoi: foldCase(doi) }),
    ...(pmid === undefined ? {} : { pmid }),
    ...(protocolNumber === undefined ? {} : { foldedProtocolNumber: foldCase(protocolNumber) }),
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
