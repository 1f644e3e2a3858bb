import { Failure, failure } from '../../domain/kernel/failure.ts';
import { readSharedFact } from '../../infra/storage/database/shared-facts.ts';
import type { Database } from '../../ports/database.ts';

/**
 * Keeps a server away from a database into which an installation is being moved: half of it would be taken for all.
 *
 * @throws Failure with a sentence for the operator
 */
export const refuseUnfinishedMove = async (database: Database): Promise<void> => {
  if ((await readSharedFact(database, 'unfinished-move')) === undefined) return;
  throw new Failure(
    failure(
      'unavailable',
      'An installation is being moved into this database, and not all of it has arrived and been compared. Run ' +
        '"npx anamnesis migrate --from … --to …" with the same ends to its end, or start on another database.',
      { component: 'database' },
    ),
  );
};
