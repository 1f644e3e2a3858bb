import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import type { Hasher } from '../../../../ports/hasher.ts';
import type { Logger } from '../../../../ports/logger.ts';
import type { VectorIndex } from '../../../../ports/vector-index.ts';
import type { PointCounts } from '../point-counts.ts';
import type { VectorSearchConfiguration } from '../vector-search-configuration.ts';
import { createPointWriter } from './put-points.ts';
import type { QdrantConnection } from './qdrant-connection.ts';
import { createQdrantGenerations } from './qdrant-generations.ts';
import { createQdrantGraph } from './qdrant-graph.ts';
import { type QdrantLayout, usualLayout } from './qdrant-layout.ts';
import { aliasOf, countPoints, type QdrantSpace } from './qdrant-space.ts';
import { createQdrantSearch } from './search-points.ts';

type QdrantIndexServices = {
  readonly connection: QdrantConnection;
  /** Prefix of the names of all collections and aliases, as several programs may share a server. */
  readonly namespace: string;
  /** True when the server is outside the premises. */
  readonly leavesThePremises: boolean;
  readonly hasher: Hasher;
  readonly logger: Logger;
  /** Runs writes, behind a separate guard. Default: the connection's `ask`. */
  readonly write?: QdrantConnection['ask'];
  /** Default: the server's settings. */
  readonly layout?: QdrantLayout;
  /** When absent, every search is exact. */
  readonly vectorSearch?: VectorSearchConfiguration;
  /** The expected numbers of points; when absent, no points are reported missing. */
  readonly counts?: PointCounts;
};

/** The first version with a configurable constant for reciprocal rank fusion. */
const OLDEST_VERSION: readonly [number, number] = [1, 16];

/** Rejects when the server cannot be reached or is too old. */
const checkVersion = async ({ version }: Pick<QdrantConnection, 'version'>): Promise<void> => {
  const found = await version();
  const [major = 0, minor = 0] = found.split('.').map((part) => Number.parseInt(part, 10));
  const [oldestMajor, oldestMinor] = OLDEST_VERSION;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new Failure(
    failure(
      'unavailable',
      `Qdrant ${OLDEST_VERSION.join('.')} or later is required, but the server at QDRANT_URL is ${major}.${minor}. Update it.`,
      { component: 'vector-index' },
    ),
  );
};

/** Counts the vectors of documents: those stored in the collection and those it was given. */
const countDocuments = async (
  space: QdrantSpace,
  generation: string,
  docKeys: readonly string[],
): Promise<Awaited<ReturnType<VectorIndex['countOf']>>> => {
  if (docKeys.length === 0) return new Map();
  const { hits } = await space.ask((client) =>
    client.facet(aliasOf(space, generation), {
      key: 'docKey',
      limit: docKeys.length,
      exact: true,
      filter: { must: [{ key: 'docKey', match: { any: [...docKeys] } }] },
    }),
  );
  const held = new Map(hits.map(({ value, count }) => [String(value), count]));
  const given = await space.counts?.of(generation, docKeys);
  const found = docKeys.filter((docKey) => held.has(docKey) || given?.has(docKey));
  return new Map(
    found.map((docKey) => [
      docKey,
      { held: held.get(docKey) ?? 0, ...omitUndefined({ given: given?.get(docKey) }) },
    ]),
  );
};

/**
 * Vectors in Qdrant. Each generation is a collection behind an alias of its name, so that another collection
 * can replace it atomically. A point has two vectors, for its meaning and its words; Qdrant weights rare
 * words itself (modifier `idf`). A search with terms is one request of two parts: the nearest by meaning and
 * the best by words, fused by rank, and the similarity in meaning of all of these. The fusion selects the
 * hits, with ties broken here because Qdrant breaks them at random; similarity orders them.
 *
 * A search is exact unless `precision` says otherwise, so a replay returns identical results. A graph is
 * built with randomness and does not guarantee that. No graph is built while a collection is filled; a large
 * collection gets one afterwards.
 *
 * Writes come from a transaction that may roll back; they are then repeated and leave the same points. New
 * points are written before old ones are deleted, so no search finds a document missing.
 */
export const createQdrantIndex = (services: QdrantIndexServices): VectorIndex => {
  const { connection, namespace, leavesThePremises, hasher, logger, counts, vectorSearch } = services;
  const { ask } = connection;
  const { write = ask, layout = usualLayout } = services;
  const space: QdrantSpace = {
    ask,
    write,
    namespace,
    leavesThePremises,
    layout,
    counts,
    lost: new Set(),
  };
  return {
    check: () => checkVersion(connection),
    ...createQdrantGenerations(space, logger),
    putDocument: createPointWriter(space, hasher),
    search: createQdrantSearch(space, vectorSearch?.policy.exactUpTo ?? 0),
    count: (generation) => countPoints(space, aliasOf(space, generation)),
    countOf: (generation, docKeys) => countDocuments(space, generation, docKeys),
    ...(vectorSearch ? { approximate: createQdrantGraph(space, vectorSearch) } : {}),
  };
};
