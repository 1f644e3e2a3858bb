import { randomUUID } from 'node:crypto';
import type { Logger } from '../../../../ports/logger.ts';
import type { VectorIndex } from '../../../../ports/vector-index.ts';
import { payloadIndexes } from './qdrant-filter.ts';
import { hasConfiguredShards, newCollection } from './qdrant-layout.ts';
import {
  aliasOf,
  aliasTargets,
  collectionOf,
  infoOf,
  MEANING,
  type QdrantSpace,
  WORDS,
} from './qdrant-space.ts';

type QdrantGenerations = Pick<VectorIndex, 'createGeneration' | 'holdsGeneration' | 'keepGenerations'>;

/** Manages generations in Qdrant: each is a collection behind an alias of its name. */
export const createQdrantGenerations = (space: QdrantSpace, logger: Logger): QdrantGenerations => {
  const { ask, write, namespace, layout, counts, lost } = space;
  return {
    createGeneration: async (session, generation, dimensions) => {
      const alias = aliasOf(space, generation);
      await counts?.create(session, generation);
      const collection = await write(async (client) => {
        const name = `${alias}_${randomUUID().slice(0, 8)}`;
        await client.createCollection(
          name,
          newCollection(layout, { dimensions, meaning: MEANING, words: WORDS }),
        );
        return name;
      });
      // One after the other: together, a single interruption would count as many failures in a row and open the circuit.
      for (const { property: field_name, index: field_schema } of payloadIndexes)
        await write((client) =>
          client.createPayloadIndex(collection, { field_name, field_schema, wait: true }),
        );
      const before = (await aliasTargets(space)).get(alias);
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
      const collection = await collectionOf(space, generation);
      return collection !== undefined && hasConfiguredShards(layout, await infoOf(space, collection));
    },

    keepGenerations: async (generations) => {
      const kept = new Set(generations.map((generation) => aliasOf(space, generation)));
      const used = new Set(
        [...(await aliasTargets(space))].filter(([alias]) => kept.has(alias)).map(([, name]) => name),
      );
      const { collections } = await ask((client) => client.getCollections());
      for (const { name } of collections) {
        if (!name.startsWith(`${namespace}_`) || used.has(name)) continue;
        await write((client) => client.deleteCollection(name));
        logger.info({ collection: name }, 'Removed an unused collection from Qdrant.');
      }
    },
  };
};
