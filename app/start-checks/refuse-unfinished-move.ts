import { Failure, failure } from '../../domain/kernel/failure.ts';
import { readSharedFact } from '../../infra/storage/database/shared-facts.ts';
import type { Database } from '../../ports/database.ts';

/**
 * Refuses to start on a database into which an installation is being moved: it would look complete although it is not.
 *
 * @throws Failure with a sentence for the operator
 */
export const refuseUnfinishedMove = async (database: Database): Promise<void> => {
  if ((await readSharedFact(database, 'unfinished-move')) === undefined) return;
  throw new Failure(
    failure(
      'unavailable',
      'An installation is being moved into this database, and the move is not complete. Finish it by running ' +
        '"npx anamnesis migrate --from … --to …" again with the same ends, or start on another database.',
      { component: 'database' },
    ),
  );
};
