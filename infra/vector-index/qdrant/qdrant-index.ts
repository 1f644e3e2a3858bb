import { randomUUID } from 'node:crypto';
import type { Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { defined } from '../../../domain/kernel/defined.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { mayLeaveThePremises } from '../../../domain/privacy/may-leave-the-premises.ts';
import { titleTermsOf } from '../../../domain/retrieval/lexical/passage-terms.ts';
import { passageSparseVector, querySparseVector } from '../../../domain/retrieval/lexical/sparse-vector.ts';
import { foldedFilterable, titleContains } from '../../../domain/retrieval/matches-filters.ts';
import { rrfConstant } from '../../../domain/retrieval/ranking/reciprocal-rank-fusion.ts';
import type { SearchFilters } from '../../../domain/retrieval/search-filters.ts';
import type { VectorHit } from '../../../domain/retrieval/vector-hit.ts';
import type { Hasher } from '../../../ports/hasher.ts';
import type { Logger } from '../../../ports/logger.ts';
import type { VectorIndex, VectorPoint } from '../../../ports/vector-index.ts';
import { pointIdOf } from './point-id.ts';
import type { QdrantConnection } from './qdrant-connection.ts';
import { payloadIndexes, qdrantFilter } from './qdrant-filter.ts';

type QdrantIndexServices = {
  readonly connection: QdrantConnection;
  /** Starts the names of all collections and aliases: several programs may share a server. */
  readonly namespace: string;
  /** Whether the server is outside the premises. */
  readonly leavesThePremises: boolean;
  readonly hasher: Hasher;
  readonly logger: Logger;
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

const pointsSchema = z.array(
  z
    .object({ score: z.number(), payload: z.object({ chunkId: z.string() }) })
    .transform(({ score, payload }) => ({ chunkId: payload.chunkId, score })),
);
type Scored = z.output<typeof pointsSchema>[number];

const titlesSchema = z.array(z.object({ value: z.string() }).transform(({ value }) => value));

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
 * The search is exact, and no graph is built: a replay gives the same results to the letter, which an approximate
 * index, built at random, does not.
 *
 * Writes come from a transaction that may roll back: they are repeated then, and leave the same points. New points
 * are written before old ones go, so nobody finds a document missing.
 */
export const createQdrantIndex = (services: QdrantIndexServices): VectorIndex => {
  const { connection, namespace, leavesThePremises, hasher, logger } = services;
  const { ask } = connection;
  /** Generations whose collection was found missing: a new one has to be built, and what is put there is lost. */
  const lost = new Set<string>();

  const aliasOf = (generation: string): string => `${namespace}_${generation}`;

  const targets = async (): Promise<ReadonlyMap<string, string>> => {
    const { aliases } = await ask((client) => client.getAliases());
    return new Map(aliases.map(({ alias_name, collection_name }) => [alias_name, collection_name]));
  };

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
      await ask((client) => client.upsert(alias, { wait: true, points: batch }));
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
        ...defined({ filter }),
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

    createGeneration: async (_session, generation, dimensions) => {
      const alias = aliasOf(generation);
      const collection = await ask(async (client) => {
        const name = `${alias}_${randomUUID().slice(0, 8)}`;
        await client.createCollection(name, {
          vectors: { [MEANING]: { size: dimensions, distance: 'Cosine', hnsw_config: { m: 0 } } },
          sparse_vectors: { [WORDS]: { modifier: 'idf' } },
        });
        return name;
      });
      await Promise.all(
        payloadIndexes.map(({ property: field_name, index: field_schema }) =>
          ask((client) => client.createPayloadIndex(collection, { field_name, field_schema, wait: true })),
        ),
      );
      const before = (await targets()).get(alias);
      await ask((client) =>
        client.updateCollectionAliases({
          actions: [
            ...(before === undefined ? [] : [{ delete_alias: { alias_name: alias } }]),
            { create_alias: { alias_name: alias, collection_name: collection } },
          ],
        }),
      );
      lost.delete(generation);
      if (before !== undefined) await ask((client) => client.deleteCollection(before));
    },

    holdsGeneration: async (generation) => (await targets()).has(aliasOf(generation)),

    keepGenerations: async (generations) => {
      const kept = new Set(generations.map(aliasOf));
      const used = new Set(
        [...(await targets())].filter(([alias]) => kept.has(alias)).map(([, name]) => name),
      );
      const { collections } = await ask((client) => client.getCollections());
      for (const { name } of collections) {
        if (!name.startsWith(`${namespace}_`) || used.has(name)) continue;
        await ask((client) => client.deleteCollection(name));
        logger.info(
          { collection: name },
          'A collection that nothing needs any more was removed from Qdrant.',
        );
      }
    },

    putDocument: async (_session, generation, docKey, points) => {
      if (lost.has(generation)) return;
      const alias = aliasOf(generation);
      try {
        const ids = await writePoints(alias, points);
        await ask((client) =>
          client.delete(alias, {
            wait: true,
            filter: {
              must: [{ key: 'docKey', match: { value: docKey } }],
              ...(ids.length === 0 ? {} : { must_not: [{ has_id: [...ids] }] }),
            },
          }),
        );
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

    search: async (generation, vector, limit, filters, { terms = [], phi = false } = {}) => {
      if (phi && leavesThePremises) {
        throw new Failure(
          failure('unavailable', 'A question with PHI is not sent to a vector index outside the premises.'),
        );
      }
      const places = limit + SPARE_PLACES;
      const titles = await titlesFor(generation, filters);
      if (titles?.length === 0) return [];
      const filter = qdrantFilter(filters, titles);
      const narrowed = { limit: places, ...defined({ filter }) };
      const byMeaning = { query: [...vector], using: MEANING };
      const nearest = { ...byMeaning, ...narrowed, params: { exact: true } };
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
            { ...byMeaning, ...both },
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
  };
};
