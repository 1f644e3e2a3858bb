import { createInMemoryVectorIndex } from '../../../../../infra/search/vector-index/in-memory-vector-index.ts';
import {
  createPgvectorIndex,
  enablePgvector,
} from '../../../../../infra/search/vector-index/pgvector-index.ts';
import { describeVectorIndex } from '../../../../contract/vector-index.contract.ts';
import { databaseKinds } from '../../../../support/databases.ts';

for (const kind of databaseKinds) {
  describeVectorIndex(`byte strings in ${kind.name}`, async () => {
    const { database, dispose } = await kind.open();
    return { index: createInMemoryVectorIndex(database), database, dispose };
  });

  // A server from the distribution's packages may lack the extension.
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
    process.stdout.write(`pgvector is not installed on ${kind.name}: its tests are skipped.\n`);
  }
}
