import { join } from 'node:path';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { Database } from '../../../ports/database.ts';
import type { DataDirectory } from '../../installation/data-directory/open-data-directory.ts';
import { writeAtomically } from '../../installation/data-directory/small-files.ts';
import { proposeSharedFact } from '../../storage/database/shared-facts.ts';
import { createKeyWrapping } from '../../storage/key-vault/key-wrapping.ts';

const PLACE = 'token secret';

/**
 * Makes the secret with which command lines sign and stream tickets are sealed the same on all nodes of a server's
 * database, whatever data directory each has: that of the first start counts, wrapped with the master key, and takes the
 * place of every other node's own. The embedded database has one data directory, and keeps its own.
 *
 * @throws Failure `unavailable` when what is in the database was wrapped with another master key
 */
export const shareTokenSecret = async (
  database: Database,
  masterKey: Uint8Array,
  dataDirectory: DataDirectory,
): Promise<DataDirectory> => {
  if (database.kind === 'embedded') return dataDirectory;
  const wrapping = createKeyWrapping(masterKey);
  const wrapped = await proposeSharedFact(
    database,
    'token-secret',
    wrapping.wrap(dataDirectory.tokenSecret, PLACE),
  );
  let tokenSecret: Uint8Array;
  try {
    tokenSecret = wrapping.unwrap(wrapped, PLACE);
  } catch {
    throw new Failure(
      failure(
        'unavailable',
        'The secret that all nodes of this database share was wrapped with another master key. Give every node the same one.',
        { component: 'key-vault' },
      ),
    );
  }
  if (Buffer.from(tokenSecret).equals(dataDirectory.tokenSecret)) return dataDirectory;
  // What runs on this folder signs with it from now on; tokens of the command line last for minutes.
  await writeAtomically(join(dataDirectory.keys, 'token.secret'), Buffer.from(tokenSecret).toString('hex'));
  return { ...dataDirectory, tokenSecret };
};
