import type { FilterQuery } from '@mikro-orm/core';
import { z } from 'zod';
import { foldCase } from '../../domain/language/fold-case.ts';
import type { FilterDefinition } from '../../domain/retrieval/filter-definitions.ts';
import {
  type CatalogueFilters,
  catalogueFilters,
  kindOfFiltered,
} from '../../domain/retrieval/filter-uses.ts';
import { type ActiveFilter, type Filterable, passing } from '../../domain/retrieval/matches-filters.ts';
import { decodeCursor, encodeCursor } from '../page-cursor.ts';
import { type PageRequest, pageSizeOf } from '../page-of-rows.ts';
import type { PageOf, ReadModelView } from '../read-model-reader.ts';
import { openRows } from '../sealing/open-rows.ts';
import { type DocumentDto, toDocumentDto } from './document-dto.ts';
import {
  type DocumentRow,
  type DocumentStatus,
  documentEntity,
  documentSealing,
  type StoredDocumentRow,
} from './entity.ts';
import { foldedColumnOf } from './folded-columns.ts';

/** Narrows the catalogue; members combine by "and". */
export type ListDocuments = PageRequest &
  CatalogueFilters & {
    readonly status?: DocumentStatus | undefined;
  };

/** Escapes a text for an SQL LIKE pattern. */
const literally = (text: string): string => text.replace(/[\\%_]/g, '\\$&');

const cursorSchema = z.tuple([z.string().min(1).max(255)]);

/** The condition on a column for a filter. Rows without a value are in no range. */
const conditionOf = ({ match, property }: FilterDefinition, value: ActiveFilter['wanted']): unknown => {
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

/** The filters by property. */
const askedOf = (request: ListDocuments): readonly ActiveFilter[] => {
  const given = new Map<string, unknown>(Object.entries(request));
  return catalogueFilters.flatMap(({ parameter, definition }) => {
    const value = given.get(parameter);
    if (typeof value !== 'string' && typeof value !== 'number') return [];
    const wanted = definition.ignoresCase && typeof value === 'string' ? foldCase(value) : value;
    return [{ definition, wanted }];
  });
};

/** The conditions that a filter sets on clean documents in the table. */
const narrowing = ({ definition, wanted }: ActiveFilter): FilterQuery<StoredDocumentRow> => {
  const { property, ignoresCase } = definition;
  const isFolded = ignoresCase && property !== 'docKey' && property !== 'drugs';
  const column = isFolded ? foldedColumnOf(property) : property;
  // The column is one of the entity's: both come from the table of properties.
  return { [column]: conditionOf(definition, wanted) } as FilterQuery<StoredDocumentRow>;
};

/**
 * A row as filters see it: unknown properties are omitted, as is the drug, which a document as a whole does not have.
 */
const filterable = (row: DocumentRow): Filterable => {
  const known = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  // The columns have the names and types of the properties.
  return { ...(known as object as Filterable), drugs: [] };
};

/** Rows read per query. */
const BATCH = 500;
/** The most rows that one request scans, about 200 ms; the rest is on the next page. */
const MAX_LOOKED_AT = 10_000;

/**
 * The catalogue in the order of document keys. Documents that hold or may hold PHI are sealed: filters by property
 * open them one by one, so a page can hold fewer documents than requested although more follow. Reads read model
 * `documents`.
 *
 * @throws Failure `validation_error` for `limit` or `cursor`
 */
export const listDocuments = async (
  view: ReadModelView,
  request: ListDocuments,
): Promise<PageOf<DocumentDto>> => {
  const { cursor, limit, status } = request;
  const size = pageSizeOf(limit);
  const asked = askedOf(request);
  const passes = passing(asked);
  const narrowed: FilterQuery<StoredDocumentRow>[] = [
    ...(status === undefined ? [] : [{ status }]),
    ...(asked.length === 0 ? [] : [{ $or: [{ clean: false }, { $and: asked.map(narrowing) }] }]),
  ];
  const found: DocumentRow[] = [];
  let after = cursor === undefined ? undefined : decodeCursor(cursorSchema, cursor)[0];
  let isMore = true;
  for (let lookedAt = 0; isMore && found.length <= size && lookedAt < MAX_LOOKED_AT; ) {
    const most = asked.length === 0 ? size + 1 : BATCH;
    const where = [...narrowed, ...(after === undefined ? [] : [{ docKey: { $gt: after } }])];
    const rows = await view.entities.find(documentEntity, where.length === 0 ? {} : { $and: where }, {
      orderBy: { docKey: 'asc' },
      limit: most,
      disableIdentityMap: true,
    });
    const opened = await openRows(view, documentSealing, rows);
    // The database has filtered the others.
    found.push(...opened.filter((row) => asked.length === 0 || row.clean || passes(filterable(row))));
    isMore = rows.length === most;
    lookedAt += rows.length;
    after = rows.at(-1)?.docKey ?? after;
  }
  const items = found.slice(0, size);
  const last = found.length > size ? items.at(-1)?.docKey : isMore ? after : undefined;
  return {
    items: items.map(toDocumentDto),
    ...(last === undefined ? {} : { nextCursor: encodeCursor([last]) }),
  };
};
