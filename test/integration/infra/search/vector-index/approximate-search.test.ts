import {
  createPgvectorIndex,
  enablePgvector,
} from '../../../../../infra/search/vector-index/pgvector-index.ts';
import { createPointCounts } from '../../../../../infra/search/vector-index/point-counts.ts';
import { describeApproximateSearch, searchOfMany } from '../../../../contract/approximate-search.contract.ts';
import { embedded, pgvectorServer } from '../../../../support/databases.ts';
import { openQdrantIndex, testQdrantUrl } from '../../../../support/qdrant.ts';

if (pgvectorServer) {
  const kind = pgvectorServer;
  describeApproximateSearch('pgvector', async () => {
    const { database, dispose } = await kind.open();
    await enablePgvector(database);
    return { index: createPgvectorIndex(database, searchOfMany), database, dispose };
  });
} else {
  process.stdout.write('TEST_PGVECTOR_URL is not set: graphs of pgvector are left out.\n');
}

if (testQdrantUrl) {
  const url = testQdrantUrl;
  describeApproximateSearch('Qdrant', async () => {
    const { database, dispose } = await embedded.open();
    const opened = openQdrantIndex(url, {
      vectorSearch: searchOfMany,
      counts: createPointCounts(database),
    });
    return {
      index: opened.index,
      database,
      dispose: async () => {
        await opened.dispose();
        await dispose();
      },
    };
  });
}
