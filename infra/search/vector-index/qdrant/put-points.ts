import type { Schemas } from '@qdrant/js-client-rest';
import { Failure, failure } from '../../../../domain/kernel/failure.ts';
import { mayLeavePremises } from '../../../../domain/privacy/may-leave-premises.ts';
import { titleTermsOf } from '../../../../domain/retrieval/lexical/passage-terms.ts';
import { passageSparseVector } from '../../../../domain/retrieval/lexical/sparse-vector.ts';
import { foldedFilterable } from '../../../../domain/retrieval/matches-filters.ts';
import type { Hasher } from '../../../../ports/hasher.ts';
import type { VectorIndex, VectorPoint } from '../../../../ports/vector-index.ts';
import { pointIdOf } from './point-id.ts';
import { aliasOf, isMissing, MEANING, type QdrantSpace, WORDS } from './qdrant-space.ts';

/** Points per request: about 1 MB with 384 dimensions, 4 MB with 1536; the server accepts 32 MB. */
const BATCH = 100;

/** The filterable properties and the chunk id, nothing else; unknown values are omitted. */
const payloadOf = (point: VectorPoint): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries({ chunkId: point.chunkId, ...foldedFilterable(point) }).filter(
      ([, value]) => value !== undefined,
    ),
  );

/**
 * Writes points and returns their ids. Omits points that must stay on the premises if the server is outside.
 */
const writePoints = async (
  { write, leavesThePremises }: QdrantSpace,
  hasher: Hasher,
  alias: string,
  points: readonly VectorPoint[],
): Promise<readonly string[]> => {
  const [first] = points;
  const titleTerms = first ? titleTermsOf(first) : new Set<string>();
  const ids: string[] = [];
  for (let from = 0; from < points.length; from += BATCH) {
    const batch = points
      .slice(from, from + BATCH)
      .filter((point) => !leavesThePremises || mayLeavePremises(point))
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

/** Replaces the points of documents: new ones are written before old ones are deleted. */
export const createPointWriter =
  (space: QdrantSpace, hasher: Hasher): VectorIndex['putDocument'] =>
  async (session, generation, docKey, points) => {
    if (space.lost.has(generation)) return;
    const alias = aliasOf(space, generation);
    try {
      const ids = await writePoints(space, hasher, alias, points);
      await space.write((client) =>
        client.delete(alias, {
          wait: true,
          filter: {
            must: [{ key: 'docKey', match: { value: docKey } }],
            ...(ids.length === 0 ? {} : { must_not: [{ has_id: [...ids] }] }),
          },
        }),
      );
      await space.counts?.put(session, generation, docKey, ids.length);
    } catch (error) {
      if (!isMissing(error)) throw error;
      // This one rejection makes the projection check its generation and request a new one; the old one
      // continues without vectors.
      space.lost.add(generation);
      throw new Failure(
        failure('unavailable', 'The collection of the search index is missing from Qdrant.', {
          component: 'vector-index',
          details: { generation },
        }),
        { cause: error },
      );
    }
  };
