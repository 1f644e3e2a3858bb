import { randomUUID } from 'node:crypto';
import type { Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import { mayLeaveThePremises } from '../../../../domain/privacy/may-leave-the-premises.ts';
import { titleTermsOf } from '../../../../domain/retrieval/lexical/passage-terms.ts';
import {
  passageSparseVector,
  querySparseVector,
} from '../../../../domain/retrieval/lexical/sparse-vector.ts';
import { foldedFilterable, titleContains } from '../../../../domain/retrieval/matches-filters.ts';
import { rrfConstant } from '../../../../domain/retrieval/ranking/reciprocal-rank-fusion.ts';
import type { SearchFilters } from '../../../../domain/retrieval/search-filters.ts';
import type { VectorHit } from '../../../../domain/retrieval/vector-hit.ts';
import { abortablePause } from '../../../../ports/abortable-pause.ts';
import type { Hasher } from '../../../../ports/hasher.ts';
import type { Logger } from '../../../../ports/logger.ts';
import type {
  ApproximateSearch,
  SearchPrecision,
  VectorIndex,
  VectorPoint,
} from '../../../../ports/vector-index.ts';
import type { PointCounts } from '../point-counts.ts';
import type { VectorSearchConfiguration } from '../vector-search-configuration.ts';
import { pointIdOf } from './point-id.ts';
import type { QdrantConnection } from './qdrant-connection.ts';
import { payloadIndexes, qdrantFilter } from './qdrant-filter.ts';
import {
  changesTo,
  isSpreadAsWanted,
  newCollection,
  type QdrantLayout,
  searchParams,
  usualLayout,
  wantedCollection,
} from './qdrant-layout.ts';

type QdrantIndexServices = {
  readonly connection: QdrantConnection;
  /** Starts the names of all collections and aliases: several programs may share a server. */
  readonly namespace: string;
  /** Whether the server is outside the premises. */
  readonly leavesThePremises: boolean;
  readonly hasher: Hasher;
  readonly logger: Logger;
  /** Behind a guard of its own; as anything else is asked when absent. */
  readonly write?: QdrantConnection['ask'];
  /** As the server has it when absent. */
  readonly layout?: QdrantLayout;
  /** Absent: every vector is always compared. */
  readonly vectorSearch?: VectorSearchConfiguration;
  /** How many points there should be; when absent, nothing is found missing. */
  readonly counts?: PointCounts;
};

/** The named vectors of a point. */
const MEANING = 'meaning';
const WORDS = 'words';
/** Reciprocal rank fusion with a constant of one's own came with this version. */
const OLDEST_VERSION: readonly [number, number] = [1, 16];
/** Points in one request: about 1 MB with 384 dimensions, 4 MB with 1536; the server takes 32 MB. */
const BATCH = 100;
/** More hits than wanted are asked for, so that equal ones at the end are cut off in order of chunk ids. */
const SPARE_PLACES = 20;
/** Qdrant counts ranks from 0 where Cormack counts from 1. */
const FUSION_CONSTANT = rrfConstant + 1;
/** Titles that are looked through for a filter; they are as many as documents, at the most. */
const MAX_TITLES = 100_000;
const identified = { with_payload: ['chunkId'] };
/** Times as many candidates behind a filter: with as many as without one a filter that lets a half through lost a seventh. */
const FILTERED_EF = 4;
/** Milliseconds between two looks at a collection that is being optimized, and all of them: a million vectors take half an hour. */
const LOOK_EVERY = 300;
const OPTIMIZED_WITHIN = 2 * 3_600_000;
/** An optimizer begins a moment after it was asked to: so often in a row a collection must be at rest. */
const LOOKS_AT_REST = 3;

const pointsSchema = z.array(
  z
    .object({ score: z.number(), payload: z.object({ chunkId: z.string() }) })
    .transform(({ score, payload }) => ({ chunkId: payload.chunkId, score })),
);
type Scored = z.output<typeof pointsSchema>[number];

const titlesSchema = z.array(z.object({ value: z.string() }).transform(({ value }) => value));

type CollectionInfo = Schemas['CollectionInfo'];
const meaningSchema = z.object({
  [MEANING]: z.object({
    size: z.int(),
    hnsw_config: z.object({ m: z.int().nullish() }).nullish(),
  }),
});
const sampledSchema = z.array(
  z
    .object({ vector: z.object({ [MEANING]: z.array(z.number()) }) })
    .transform(({ vector }) => Float32Array.from(vector[MEANING])),
);

const scoredOf = (points: unknown): Scored[] => pointsSchema.parse(points);
const byScore = (one: Scored, other: Scored): number =>
  other.score - one.score || (one.chunkId < other.chunkId ? -1 : 1);
const hitOf = ({ chunkId, score }: Scored): VectorHit => ({ chunkId, similarity: score });

const isMissing = (error: unknown): boolean => error instanceof Failure && error.reason.code === 'not_found';

/** What a point is filtered by and its chunk id, nothing else; what is not known stays absent. */
const payloadOf = (point: VectorPoint): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ chunkId: point.chunkId, ...foldedFilterable(point) }).filter(
      ([, value]) => value !== undefined,
    ),
  );

/**
 * Vectors in Qdrant. Each generation is a collection behind an alias of its name, so that another collection can take
 * its place at once. A point has two vectors, its meaning and its words; the rarity of words is Qdrant's to count
 * (modifier `idf`). A search with terms is one request of two parts: the nearest by meaning and the best by words, fused
 * by rank, and how near the meanings of all these are. The fusion decides who is among the hits, and breaking its ties,
 * which Qdrant leaves to chance, is done here; the similarities put them in order.
 *
 * A search is exact unless it says otherwise, and then a replay gives the same results to the letter, which a graph, built
 * at random, does not. No graph is built while a collection is filled; a large one gets it afterwards.
 *
 * Writes come from a transaction that may roll back: they are repeated then, and leave the same points. New points
 * are written before old ones go, so nobody finds a document missing.
 */
export const createQdrantIndex = (services: QdrantIndexServices): VectorIndex => {
  const { connection, namespace, leavesThePremises, hasher, logger, counts, vectorSearch } = services;
  const { ask } = connection;
  const { write = ask, layout = usualLayout } = services;
  /** Generations whose collection was found missing: a new one has to be built, and what is put there is lost. */
  const lost = new Set<string>();

  const aliasOf = (generation: string): string => `${namespace}_${generation}`;

  const targets = async (): Promise<ReadonlyMap<string, string>> => {
    const { aliases } = await ask((client) => client.getAliases());
    return new Map(aliases.map(({ alias_name, collection_name }) => [alias_name, collection_name]));
  };

  /** Filters cost a graph hits: what few pass is compared one by one, and among more so many more candidates are kept. */
  const precisionFor = async (
    generation: string,
    precision: SearchPrecision,
    filter: Schemas['Filter'] | undefined,
    places: number,
  ): Promise<SearchPrecision> => {
    if (precision === 'exact') return precision;
    if (!filter) return { ef: Math.max(precision.ef, places) };
    const { count } = await ask((client) => client.count(aliasOf(generation), { filter, exact: true }));
    if (count <= (vectorSearch?.policy.exactUpTo ?? 0)) return 'exact';
    return { ef: Math.max(FILTERED_EF * precision.ef, places) };
  };

  const infoOf = (collection: string): Promise<CollectionInfo> =>
    ask((client) => client.getCollection(collection));

  const mayBeGiven = (point: VectorPoint): boolean => !leavesThePremises || mayLeaveThePremises(point);

  const writePoints = async (alias: string, points: readonly VectorPoint[]): Promise<readonly string[]> => {
    const [first] = points;
    const titleTerms = first ? titleTermsOf(first) : new Set<string>();
    const ids: string[] = [];
    for (let from = 0; from < points.length; from += BATCH) {
      const batch = points
        .slice(from, from + BATCH)
        .filter(mayBeGiven)
        .map((point): Schemas['PointStruct'] => {
          const { indices, values } = passageSparseVector(point, titleTerms);
          return {
            id: pointIdOf(hasher, point.chunkId),
            vector: {
              [MEANING]: [...point.vector],
              [WORDS]: { indices: [...indices], values: [...values] },
            },
            payload: payloadOf(point),
          };
        });
      if (batch.length === 0) continue;
      await write((client) => client.upsert(alias, { wait: true, points: batch }));
      ids.push(...batch.map(({ id }) => String(id)));
    }
    return ids;
  };

  /** The titles that a filter lets through; undefined where it asks for none. */
  const titlesFor = async (
    generation: string,
    { title, ...others }: SearchFilters,
  ): Promise<readonly string[] | undefined> => {
    if (title === undefined) return undefined;
    const filter = qdrantFilter(others);
    const { hits } = await ask((client) =>
      client.facet(aliasOf(generation), {
        key: 'title',
        limit: MAX_TITLES,
        exact: true,
        ...omitUndefined({ filter }),
      }),
    );
    if (hits.length === MAX_TITLES) {
      throw new Failure(
        failure('unavailable', 'There are too many documents to narrow by their titles. Use other filters.', {
          component: 'vector-index',
        }),
      );
    }
    return titlesSchema.parse(hits).filter((one) => titleContains(title, one));
  };

  const countOf = async (alias: string): Promise<number> =>
    (await ask((client) => client.count(alias, { exact: true }))).count;

  /** Waits until a collection is not being optimized. Searches go on meanwhile, and are as good or better. */
  const untilAtRest = async (collection: string, signal: AbortSignal): Promise<void> => {
    const started = performance.now();
    for (let atRest = 0; atRest < LOOKS_AT_REST; ) {
      await abortablePause(LOOK_EVERY, signal);
      signal.throwIfAborted();
      const { status } = await infoOf(collection);
      if (status === 'red' || performance.now() - started > OPTIMIZED_WITHIN)
        throw new Failure(
          failure('unavailable', 'Qdrant does not come to an end with the graph of the search index.', {
            component: 'vector-index',
            details: { status },
          }),
        );
      // After a restart it is grey until something is written, and as good as it was before.
      atRest = status === 'yellow' ? 0 : atRest + 1;
    }
  };

  const meaningOf = ({ config }: CollectionInfo): z.output<typeof meaningSchema>['meaning'] =>
    meaningSchema.parse(config.params.vectors).meaning;

  /** Vectors that were put and are not there. Written first and counted then, so that a write under way is not missed. */
  const missingOf = async (
    generation: string,
  ): Promise<{ readonly vectors: number; readonly missing: number }> => {
    const before = await counts?.total(generation);
    const vectors = await countOf(aliasOf(generation));
    const after = await counts?.total(generation);
    return { vectors, missing: before === after ? Math.max(0, (after ?? 0) - vectors) : 0 };
  };

  const approximateBy = (search: VectorSearchConfiguration): ApproximateSearch => {
    const { exactUpTo } = search.policy;
    return {
      shapeOf: async (generation) => {
        const collection = (await targets()).get(aliasOf(generation));
        if (collection === undefined)
          return { vectors: 0, hasGraph: false, missing: (await counts?.total(generation)) ?? 0 };
        const hasGraph = (meaningOf(await infoOf(collection)).hnsw_config?.m ?? 0) > 0;
        return { hasGraph, ...(await missingOf(generation)) };
      },

      tend: async (generation, signal) => {
        const collection = (await targets()).get(aliasOf(generation));
        if (collection === undefined) return;
        const info = await infoOf(collection);
        const vectors = await countOf(collection);
        const { size: dimensions, hnsw_config: graph } = meaningOf(info);
        // One that is there is kept until it is not needed by far.
        const isLarge = vectors > ((graph?.m ?? 0) > 0 ? exactUpTo / 2 : exactUpTo);
        const wanted = wantedCollection(layout, search, { dimensions, meaning: MEANING, isLarge });
        const changes = changesTo(wanted, info);
        if (!changes) return;
        await write((client) => client.updateCollection(collection, changes));
        await untilAtRest(collection, signal);
      },

      sample: async (generation, count) => {
        // In the order of ids, which are hashes of chunk ids: from all over.
        const { points } = await ask((client) =>
          client.scroll(aliasOf(generation), { limit: count, with_payload: false, with_vector: [MEANING] }),
        );
        return sampledSchema.parse(points);
      },
    };
  };

  return {
    check: async () => {
      const version = await connection.version();
      const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
      const [oldestMajor, oldestMinor] = OLDEST_VERSION;
      if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
      throw new Failure(
        failure(
          'unavailable',
          `Qdrant ${OLDEST_VERSION.join('.')} or later is needed, and ${major}.${minor} answers at QDRANT_URL. Update it.`,
          { component: 'vector-index' },
        ),
      );
    },

    createGeneration: async (session, generation, dimensions) => {
      const alias = aliasOf(generation);
      await counts?.create(session, generation);
      const collection = await write(async (client) => {
        const name = `${alias}_${randomUUID().slice(0, 8)}`;
        await client.createCollection(
          name,
          newCollection(layout, { dimensions, meaning: MEANING, words: WORDS }),
        );
        return name;
      });
      await Promise.all(
        payloadIndexes.map(({ property: field_name, index: field_schema }) =>
          write((client) => client.createPayloadIndex(collection, { field_name, field_schema, wait: true })),
        ),
      );
      const before = (await targets()).get(alias);
      await write((client) =>
        client.updateCollectionAliases({
          actions: [
            ...(before === undefined ? [] : [{ delete_alias: { alias_name: alias } }]),
            { create_alias: { alias_name: alias, collection_name: collection } },
          ],
        }),
      );
      lost.delete(generation);
      if (before !== undefined) await write((client) => client.deleteCollection(before));
    },

    holdsGeneration: async (generation) => {
      const collection = (await targets()).get(aliasOf(generation));
      return collection !== undefined && isSpreadAsWanted(layout, await infoOf(collection));
    },

    keepGenerations: async (generations) => {
      const kept = new Set(generations.map(aliasOf));
      const used = new Set(
        [...(await targets())].filter(([alias]) => kept.has(alias)).map(([, name]) => name),
      );
      const { collections } = await ask((client) => client.getCollections());
      for (const { name } of collections) {
        if (!name.startsWith(`${namespace}_`) || used.has(name)) continue;
        await write((client) => client.deleteCollection(name));
        logger.info(
          { collection: name },
          'A collection that nothing needs any more was removed from Qdrant.',
        );
      }
    },

    putDocument: async (session, generation, docKey, points) => {
      if (lost.has(generation)) return;
      const alias = aliasOf(generation);
      try {
        const ids = await writePoints(alias, points);
        await write((client) =>
          client.delete(alias, {
            wait: true,
            filter: {
              must: [{ key: 'docKey', match: { value: docKey } }],
              ...(ids.length === 0 ? {} : { must_not: [{ has_id: [...ids] }] }),
            },
          }),
        );
        await counts?.put(session, generation, docKey, ids.length);
      } catch (error) {
        if (!isMissing(error)) throw error;
        // Rejecting once makes the projection look at its generation and ask for a new one; the old goes on without.
        lost.add(generation);
        throw new Failure(
          failure('unavailable', 'The collection of the search index has vanished from Qdrant.', {
            component: 'vector-index',
            details: { generation },
          }),
          { cause: error },
        );
      }
    },

    search: async (generation, vector, limit, filters, question = {}) => {
      const { terms = [], phi = false, precision = 'exact' } = question;
      if (phi && leavesThePremises) {
        throw new Failure(
          failure(
            'rule_violated',
            'A question with PHI is not sent to a vector index outside the premises.',
            {
              details: { reason: 'phi_stays_local' },
            },
          ),
        );
      }
      const places = limit + SPARE_PLACES;
      const titles = await titlesFor(generation, filters);
      if (titles?.length === 0) return [];
      const filter = qdrantFilter(filters, titles);
      const narrowed = { limit: places, ...omitUndefined({ filter }) };
      const byMeaning = { query: [...vector], using: MEANING };
      const ef = await precisionFor(generation, precision, filter, places);
      const nearest = { ...byMeaning, ...narrowed, params: searchParams(layout, ef) };
      const { indices, values } = querySparseVector(terms);
      if (indices.length === 0) {
        const { points } = await ask((client) =>
          client.query(aliasOf(generation), { ...nearest, ...identified }),
        );
        return scoredOf(points).sort(byScore).slice(0, limit).map(hitOf);
      }
      const words = { query: { indices: [...indices], values: [...values] }, using: WORDS, ...narrowed };
      const both = { prefetch: [nearest, words], limit: 2 * places, ...identified };
      const [fused, similar] = await ask((client) =>
        client.queryBatch(aliasOf(generation), {
          searches: [
            { query: { rrf: { k: FUSION_CONSTANT } }, ...both },
            { ...byMeaning, ...both, params: searchParams(layout, 'exact') },
          ],
        }),
      );
      const similarities = new Map(scoredOf(similar?.points).map(({ chunkId, score }) => [chunkId, score]));
      return scoredOf(fused?.points)
        .sort(byScore)
        .slice(0, limit)
        .map(({ chunkId }) => ({ chunkId, score: similarities.get(chunkId) ?? 0 }))
        .sort(byScore)
        .map(hitOf);
    },

    count: (generation) => countOf(aliasOf(generation)),

    countOf: async (generation, docKeys) => {
      if (docKeys.length === 0) return new Map();
      const { hits } = await ask((client) =>
        client.facet(aliasOf(generation), {
          key: 'docKey',
          limit: docKeys.length,
          exact: true,
          filter: { must: [{ key: 'docKey', match: { any: [...docKeys] } }] },
        }),
      );
      const held = new Map(hits.map(({ value, count }) => [String(value), count]));
      const given = await counts?.of(generation, docKeys);
      const found = docKeys.filter((docKey) => held.has(docKey) || given?.has(docKey));
      return new Map(
        found.map((docKey) => [
          docKey,
          { held: held.get(docKey) ?? 0, ...omitUndefined({ given: given?.get(docKey) }) },
        ]),
      );
    },

    ...(vectorSearch ? { approximate: approximateBy(vectorSearch) } : {}),
  };
};
