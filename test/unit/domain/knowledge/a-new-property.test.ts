import { load } from 'cheerio';
import { expect, it, vi } from 'vitest';
import { z } from 'zod';
import { metadataOf } from '../../../../cli/commands/metadata-options.ts';
import { searchFiltersOf } from '../../../../cli/commands/search-filter-options.ts';
import { runCli } from '../../../../cli/run-cli.ts';
import { documentMetadataSchema } from '../../../../domain/knowledge/document-metadata.ts';
import type { PropertyDefinition } from '../../../../domain/knowledge/document-properties.ts';
import { findMetadata } from '../../../../domain/knowledge/found-metadata/find-metadata.ts';
import { passageProperties, propertyNames } from '../../../../domain/knowledge/property-uses.ts';
import type { FilterDefinition } from '../../../../domain/retrieval/filter-definitions.ts';
import { foldedFilterable, matchesFilters } from '../../../../domain/retrieval/matches-filters.ts';
import { searchFiltersSchema } from '../../../../domain/retrieval/search-filters.ts';
import { sourceDetailsOf } from '../../../../domain/retrieval/source-details.ts';
import { createIdentitySource } from '../../../../infra/installation/identity-source.ts';
import { readHtmlProperties } from '../../../../infra/reading/text-extraction/html/read-html-properties.ts';
import { readFrontMatter } from '../../../../infra/reading/text-extraction/text/read-front-matter.ts';
import { payloadIndexes, qdrantFilter } from '../../../../infra/search/vector-index/qdrant/qdrant-filter.ts';
import { filterConditions } from '../../../../infra/search/vector-index/vector-table.ts';
import { documentVersionEntity } from '../../../../projections/document-versions/entity.ts';
import { documentEntity } from '../../../../projections/documents/entity.ts';
import { documentsProjection } from '../../../../projections/documents/projection.ts';
import { documentRepresentation } from '../../../../read-api/representations/document-representation.ts';
import { documentRoutes } from '../../../../read-api/routes/document-routes.ts';
import { openCliRun } from '../../../support/cli-in-process.ts';
import { rowsAfter } from '../../../support/fold-projection.ts';
import { createInMemoryEventStore } from '../../../support/in-memory-event-store.ts';
import type { StreamEvent } from '../../../support/recorded-history.ts';
import { completed, versionAdded } from '../../../support/sample-events.ts';
import { givenPassage } from '../retrieval/given-passages.ts';

// The one line that adds a property and the one that adds a filter by it: here the ISBN of a book.
const { isbn, byIsbn } = vi.hoisted(() => ({
  isbn: (given: PropertyDefinition['given']): unknown => ({
    kind: 'text',
    given,
    found: 'declared',
    file: { as: 'isbn', frontMatter: ['isbn'], metaTags: ['citation_isbn'] },
    inPassages: true,
    shown: true,
    flag: { option: 'isbn', value: 'number', help: 'the ISBN' },
  }),
  byIsbn: (value: FilterDefinition['value'], asked: FilterDefinition['asked']): unknown => ({
    value,
    asked,
    property: 'isbn',
    match: 'oneOf',
    catalogue: { parameter: 'isbn', description: 'The number of a book.' },
    flag: { option: 'isbn', value: 'numbers', list: 'commas', help: 'only these books' },
  }),
}));
vi.mock('../../../../domain/knowledge/document-properties.ts', async (importOriginal) => {
  const original = await importOriginal<object & { documentProperties: object }>();
  const schema = (await import('zod')).z.string().regex(/^\d{13}$/);
  return {
    ...original,
    documentProperties: { ...original.documentProperties, isbn: isbn(schema.optional()) },
  };
});
vi.mock('../../../../domain/retrieval/filter-definitions.ts', async (importOriginal) => {
  const original = await importOriginal<object & { filterDefinitions: object }>();
  const { z: zod } = await import('zod');
  const schema = zod.string().regex(/^\d{13}$/);
  return {
    ...original,
    filterDefinitions: {
      ...original.filterDefinitions,
      isbn: byIsbn(schema, zod.array(schema).optional()),
    },
  };
});

const number = '9780306406157';
const others = { sourceType: 'textbook', specialty: [], containsPhi: false } as const;

/** Casts to the static type, which lacks the property added at run time. */
const withIsbn = <Value extends object>(value: Value): Value => ({ ...value, isbn: number });

it('is accepted from the uploader, and refused when invalid', () => {
  expect(propertyNames).toContain('isbn');
  expect(documentMetadataSchema.parse(withIsbn(others))).toMatchObject({ isbn: number });
  expect(documentMetadataSchema.safeParse({ ...others, isbn: '1' }).success).toBe(false);
});

it('is read from the metadata that a file declares', () => {
  const { properties } = readFrontMatter(`---\ntitle: Drugs\nisbn: "${number}"\n---\nText`);
  expect(properties).toMatchObject({ isbn: number });
  expect(readHtmlProperties(load(`<meta name="citation_isbn" content="${number}">`))).toEqual({
    isbn: number,
  });
  const extracted = { pages: [{ page: 1, text: 'Text', readBy: 'native' as const }], properties };
  const given = documentMetadataSchema.parse(others);
  expect(findMetadata(extracted, given, 'markdown')).toMatchObject({ isbn: number });
});

it('has a column in the catalogue and its versions, filled by the uploader or the file', () => {
  for (const entity of [documentEntity, documentVersionEntity])
    expect(Object.keys(entity.meta.properties)).toContain('isbn');
  const after = (...sampled: readonly StreamEvent[]) =>
    [...rowsAfter(documentsProjection, ...sampled).values()][0];
  expect(after(versionAdded('a', 1))).toMatchObject({ isbn: null });
  expect(after(versionAdded('a', 1, { metadata: withIsbn({ ...others, specialty: [] }) }))).toMatchObject({
    isbn: number,
    metadataSources: { isbn: 'uploader' },
  });
  expect(
    after(versionAdded('a', 1), completed('a', 1, 1, { chunkCount: 1, found: withIsbn({}) })),
  ).toMatchObject({
    isbn: number,
    metadataSources: { isbn: 'file' },
  });
});

it('reaches the passages, the payload of their vectors and the source display', () => {
  expect(passageProperties).toContain('isbn');
  const passage = withIsbn(givenPassage());
  expect(foldedFilterable(passage)).toMatchObject({ isbn: number });
  expect(payloadIndexes).toContainEqual({ property: 'isbn', index: 'keyword' });
  expect(sourceDetailsOf(passage)).toEqual({ isbn: number });
});

it('filters a search in memory, in Qdrant and in SQL', () => {
  const filters = searchFiltersSchema.parse({ isbn: [number] });
  expect(matchesFilters(withIsbn(givenPassage()), filters)).toBe(true);
  expect(matchesFilters(givenPassage(), filters)).toBe(false);
  expect(qdrantFilter(filters)).toEqual({ must: [{ key: 'isbn', match: { any: [number] } }] });
  const values: unknown[] = [];
  const bind = (value: unknown) => `$${values.push(value)}`;
  expect(filterConditions(filters, bind)).toBe('where metadata @? $1::jsonpath');
  expect(values).toEqual([expect.stringContaining('"isbn"')]);
});

it('is a field of the API and a parameter of the catalogue', () => {
  expect(documentRepresentation.shape).toHaveProperty('isbn');
  const [list] = documentRoutes({
    readModels: { locate: never, open: never },
    eventStore: createInMemoryEventStore(),
    identity: createIdentitySource(),
  });
  const query = z.toJSONSchema(z.object({}).extend({ query: list?.documentation.query ?? z.never() }), {
    io: 'input',
    unrepresentable: 'any',
  });
  expect(JSON.stringify(query)).toContain('"isbn":{"description":"The number of a book."');
});

const never = () => Promise.reject(new Error('Nothing is read here.'));

it('is an option of the ingest and search commands', async () => {
  expect(metadataOf({ isbn: number })).toEqual({ isbn: number });
  expect(searchFiltersOf({ isbn: [number] })).toEqual({ isbn: [number] });
  const { cli, out } = openCliRun({});
  for (const command of ['ingest', 'search', 'ask']) await runCli([command, '--help'], cli, '0');
  expect(out().match(/--isbn <numbers?> +(?:the ISBN|only these books)/g)).toHaveLength(3);
});
