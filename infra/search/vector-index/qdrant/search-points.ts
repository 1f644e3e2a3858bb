import type { Schemas } from '@qdrant/js-client-rest';
import { z } from 'zod';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../../domain/kernel/omit-undefined.ts';
import { querySparseVector } from '../../../../domain/retrieval/lexical/sparse-vector.ts';
import { titleContains } from '../../../../domain/retrieval/matches-filters.ts';
import { rrfConstant } from '../../../../domain/retrieval/ranking/reciprocal-rank-fusion.ts';
import type { SearchFilters } from '../../../../domain/retrieval/search-filters.ts';
import type { VectorHit } from '../../../../domain/retrieval/vector-hit.ts';
import type { SearchPrecision, VectorIndex, VectorQuestion } from '../../../../ports/vector-index.ts';
import { qdrantFilter } from './qdrant-filter.ts';
import { searchParams } from './qdrant-layout.ts';
import { aliasOf, MEANING, type QdrantSpace, WORDS } from './qdrant-space.ts';

/** Extra hits requested, so that ties at the end can be cut off in order of chunk ids. */
const SPARE_PLACES = 20;
/** Qdrant counts ranks from 0, Cormack from 1. */
const FUSION_CONSTANT = rrfConstant + 1;
/** Limit on the titles examined for a filter; there are at most as many as documents. */
const MAX_TITLES = 100_000;
const identified = { with_payload: ['chunkId'] };
/**
 * Factor for the candidates of a filtered search: without it, a filter that passes half of the points lost a
 * seventh of the hits.
 */
const FILTERED_EF = 4;

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

/** Returns the stored titles that a filter accepts; undefined without a title filter. */
const titlesFor = async (
  space: QdrantSpace,
  generation: string,
  { title, ...others }: SearchFilters,
): Promise<readonly string[] | undefined> => {
  if (title === undefined) return undefined;
  const filter = qdrantFilter(others);
  const { hits } = await space.ask((client) =>
    client.facet(aliasOf(space, generation), {
      key: 'title',
      limit: MAX_TITLES,
      exact: true,
      ...omitUndefined({ filter }),
    }),
  );
  if (hits.length === MAX_TITLES) {
    throw new Failure(
      failure('unavailable', 'There are too many documents to filter by title. Use other filters.', {
        component: 'vector-index',
      }),
    );
  }
  return titlesSchema.parse(hits).filter((one) => titleContains(title, one));
};

type Narrowing = {
  readonly filter: Schemas['Filter'] | undefined;
  readonly places: number;
  /** Up to this many matching vectors are compared exactly. */
  readonly exactUpTo: number;
};

/**
 * Chooses the precision of a filtered search, as filters cost a graph hits: few matching points are compared
 * one by one; otherwise more candidates are considered.
 */
const precisionFor = async (
  space: QdrantSpace,
  generation: string,
  precision: SearchPrecision,
  { filter, places, exactUpTo }: Narrowing,
): Promise<SearchPrecision> => {
  if (precision === 'exact') return precision;
  if (!filter) return { ef: Math.max(precision.ef, places) };
  const { count } = await space.ask((client) =>
    client.count(aliasOf(space, generation), { filter, exact: true }),
  );
  if (count <= exactUpTo) return 'exact';
  return { ef: Math.max(FILTERED_EF * precision.ef, places) };
};

const refusePhi = (): Failure =>
  new Failure(
    failure('rule_violated', 'A question with PHI is not sent to a vector index outside the premises.', {
      details: { reason: 'phi_stays_local' },
    }),
  );

/**
 * Fuses the nearest by meaning and the best by words by rank, then orders the hits by similarity in meaning.
 */
const searchBoth = async (
  { ask, layout }: QdrantSpace,
  alias: string,
  { vector, limit }: VectorQuestion,
  {
    nearest,
    words,
    places,
  }: {
    readonly nearest: Schemas['Prefetch'];
    readonly words: Schemas['Prefetch'];
    readonly places: number;
  },
): Promise<readonly VectorHit[]> => {
  const both = { prefetch: [nearest, words], limit: 2 * places, ...identified };
  const [fused, similar] = await ask((client) =>
    client.queryBatch(alias, {
      searches: [
        { query: { rrf: { k: FUSION_CONSTANT } }, ...both },
        { query: [...vector], using: MEANING, ...both, params: searchParams(layout, 'exact') },
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
};

/** Creates the search of generations; `exactUpTo` limits how many matching points are compared one by one. */
export const createQdrantSearch =
  (space: QdrantSpace, exactUpTo: number): VectorIndex['search'] =>
  async (generation, question) => {
    const { vector, limit, filters, terms = [], phi = false, precision = 'exact' } = question;
    if (phi && space.leavesThePremises) throw refusePhi();
    const places = limit + SPARE_PLACES;
    const titles = await titlesFor(space, generation, filters);
    if (titles?.length === 0) return [];
    const filter = qdrantFilter(filters, titles);
    const narrowed = { limit: places, ...omitUndefined({ filter }) };
    const ef = await precisionFor(space, generation, precision, { filter, places, exactUpTo });
    const nearest = {
      query: [...vector],
      using: MEANING,
      ...narrowed,
      params: searchParams(space.layout, ef),
    };
    const alias = aliasOf(space, generation);
    const { indices, values } = querySparseVector(terms);
    if (indices.length === 0) {
      const { points } = await space.ask((client) => client.query(alias, { ...nearest, ...identified }));
      return scoredOf(points).sort(byScore).slice(0, limit).map(hitOf);
    }
    const words = { query: { indices: [...indices], values: [...values] }, using: WORDS, ...narrowed };
    return searchBoth(space, alias, question, { nearest, words, places });
  };
