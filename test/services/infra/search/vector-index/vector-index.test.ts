import { describe } from 'vitest';
import {
  createPgvectorIndex,
  enablePgvector,
} from '../../../../../infra/search/vector-index/pgvector-index.ts';
import { describeVectorIndex } from '../../../../contract/vector-index.contract.ts';
import { embedded, pgvectorServer } from '../../../../support/databases.ts';
import { openQdrantIndex, testQdrantUrl } from '../../../../support/qdrant.ts';

describe.skipIf(!pgvectorServer)('on a server with pgvector', () => {
  describeVectorIndex('pgvector', async () => {
    if (!pgvectorServer) throw new Error('There is no server with pgvector.');
    const { database, dispose } = await pgvectorServer.open();
    await enablePgvector(database);
    return { index: createPgvectorIndex(database), database, dispose };
  });
});

describe.skipIf(!testQdrantUrl)('on a Qdrant server', () => {
  describeVectorIndex('Qdrant', async () => {
    const { database, dispose } = await embedded.open();
    const opened = openQdrantIndex(testQdrantUrl ?? '');
    return {
      index: opened.index,
      database,
      dispose: async () => {
        await opened.dispose();
        await dispose();
      },
    };
  });
});
