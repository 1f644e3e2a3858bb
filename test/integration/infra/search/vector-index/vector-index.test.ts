import { createInMemoryVectorIndex } from '../../../../../infra/search/vector-index/in-memory-vector-index.ts';
import {
  createPgvectorIndex,
  enablePgvector,
} from '../../../../../infra/search/vector-index/pgvector-index.ts';
import { describeVectorIndex } from '../../../../contract/vector-index.contract.ts';
import { databaseKinds, embedded, pgvectorServer } from '../../../../support/databases.ts';
import { openQdrantIndex, testQdrantUrl } from '../../../../support/qdrant.ts';

if (!pgvectorServer) {
  process.stdout.write('TEST_PGVECTOR_URL is not set: tests against a server with pgvector are left out.\n');
}

for (const kind of [...databaseKinds, ...(pgvectorServer ? [pgvectorServer] : [])]) {
  describeVectorIndex(`byte strings in ${kind.name}`, async () => {
    const { database, dispose } = await kind.open();
    return { index: createInMemoryVectorIndex(database), database, dispose };
  });

  // A server of the distribution's packages may come without the extension.
  const probe = await kind.open();
  const available = await enablePgvector(probe.database);
  await probe.dispose();
  if (available) {
    describeVectorIndex(`pgvector in ${kind.name}`, async () => {
      const { database, dispose } = await kind.open();
      await enablePgvector(database);
      return { index: createPgvectorIndex(database), database, dispose };
    });
  } else {
    process.stdout.write(`pgvector is not installed on ${kind.name}: its index is left out there.\n`);
  }
}

if (testQdrantUrl) {
  const url = testQdrantUrl;
  describeVectorIndex('Qdrant', async () => {
    const { database, dispose } = await embedded.open();
    const opened = openQdrantIndex(url);
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
