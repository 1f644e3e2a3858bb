import { createPostgresTileStore } from '../../../../../infra/storage/log-proof/postgres-tile-store.ts';
import { describeTileStore } from '../../../../contract/tile-store.contract.ts';
import { databaseKinds } from '../../../../support/databases.ts';
import { createInMemoryTiles } from '../../../../support/in-memory-tiles.ts';

describeTileStore('memory', async () => ({ store: createInMemoryTiles(), dispose: async () => {} }));

for (const kind of databaseKinds)
  describeTileStore(kind.name, async () => {
    const { database, dispose } = await kind.openMigrated();
    return { store: createPostgresTileStore(database), dispose };
  });
