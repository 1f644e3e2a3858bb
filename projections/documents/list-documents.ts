import type { FilterQuery } from '@mikro-orm/core';
import { z } from 'zod';
import { foldCase } from '../../domain/language/fold-case.ts';
import type { FilterDefinition } from '../../domain/retrieval/filter-definitions.ts';
import {
  type CatalogueFilters,
  catalogueFilters,
  kindOfFiltered,
} from '../../domain/retrieval/filter-uses.ts';
import { decodeCursor, encodeCursor } from '../page-cursor.ts';
import { type PageRequest, pageOfRows } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { type DocumentDto, toDocumentDto } from './document-dto.ts';
import { type DocumentRow, type DocumentStatus, documentEntity } from './entity.ts';
import { foldedColumnOf } from './folded-columns.ts';

/** Narrows the catalogue; members combine by "and". */
export type ListDocuments = PageRequest &
  CatalogueFilters & {
    readonly status?: DocumentStatus | undefined;
  };

/** A text in a pattern of SQL, where its signs mean nothing but themselves. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const cursorSchema = z.tuple([z.string().min(1).max(255)]);

/** What a column must be for a filter. Rows without a value lie in no span. */
const conditionOf = ({ match, property }: FilterDefinition, value: string | number): unknown => {
  switch (match) {
    case 'oneOf':
      return kindOfFiltered(property) === 'list' ? { $contains: [value] } : value;
    case 'contains':
      return { $like: `%${literally(String(value))}%` };
    case 'from':
      return { $gte: value };
    case 'to':
      return { $lte: value };
  }
};

const narrowing = (request: ListDocuments): readonly FilterQuery<DocumentRow>[] => {
  const given = new Map<string, unknown>(Object.entries(request));
  return catalogueFilters.flatMap(({ parameter, definition }) => {
    const value = given.get(parameter);
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const { property, ignoresCase } = definition;
    const isFolded = ignoresCase && property !== 'docKey' && property !== 'drugs';
    const column = isFolded ? foldedColumnOf(property) : property;
    const wanted = isFolded && typeof value === 'string' ? foldCase(value) : value;
    // The column is one of the entity's, for both are made from the table of properties.
    return [{ [column]: conditionOf(definition, wanted) } as FilterQuery<DocumentRow>];
  });
};

/**
 * The catalogue in the order of document keys. Reads read model `documents`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listDocuments = async (
  view: ReadModelView,
  request: ListDocuments,
): Promise<PageOf<DocumentDto>> => {
  const { cursor, limit, status } = request;
  const where: FilterQuery<DocumentRow>[] = [
    ...(cursor === undefined ? [] : [{ docKey: { $gt: decodeCursor(cursorSchema, cursor)[0] } }]),
    ...(status === undefined ? [] : [{ status }]),
    ...narrowing(request),
  ];
  return pageOfRows(
    limit,
    (rows) =>
      view.entities.find(documentEntity, where.length === 0 ? {} : { $and: where }, {
        orderBy: { docKey: 'asc' },
        limit: rows,
        disableIdentityMap: true,
      }),
    toDocumentDto,
    (row) => encodeCursor([row.docKey]),
  );
};
