import type { VectorLeftovers } from '../../../../ports/vector-index.ts';
import type { QdrantConnection } from './qdrant-connection.ts';

/** The name of a collection: its installation, its generation, and eight characters that make it unique. */
const collectionName = /^anamnesis_([0-9a-f]{8})_(search_g\d{1,9})_[0-9a-f]{8}$/;

/** Finds and removes leftover collections on a Qdrant server, of this and of other installations. */
export const qdrantLeftovers = (
  { ask }: Pick<QdrantConnection, 'ask'>,
  installation: string,
): VectorLeftovers => ({
  installation,
  find: async (kept, building) => {
    const { aliases } = await ask((client) => client.getAliases());
    const { collections } = await ask((client) => client.getCollections());
    const generationOf = new Map(
      aliases.map(({ alias_name, collection_name }) => [collection_name, alias_name]),
    );
    const used = new Set(kept.map((generation) => `anamnesis_${installation}_${generation}`));
    return collections.flatMap(({ name: collection }) => {
      const [, owner, generation = ''] = collectionName.exec(collection) ?? [];
      if (owner === undefined) return [];
      // A collection without an alias may still be in creation.
      const isOurs =
        owner === installation &&
        (used.has(generationOf.get(collection) ?? '') || building.includes(generation));
      return isOurs ? [] : [{ collection, installation: owner }];
    });
  },
  remove: async (collection) => {
    await ask((client) => client.deleteCollection(collection));
  },
});
