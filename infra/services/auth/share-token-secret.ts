import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import type { Database } from '../../../ports/database.ts';
import {
  type DataDirectory,
  TOKEN_SECRET_FILE,
} from '../../installation/data-directory/open-data-directory.ts';
import { writeAtomically } from '../../installation/data-directory/small-files.ts';
import { proposeSharedFact, readSharedFact, setSharedFact } from '../../storage/database/shared-facts.ts';
import type { OtherSecret } from '../../storage/key-vault/create-key-rotation.ts';
import { KEY_BYTES, type KeyWrapping } from '../../storage/key-vault/key-wrapping.ts';

const PLACE = 'token secret';

/**
 * The shared secret when the master key is rotated: a new one, which nodes use from their next start on. With the former
 * master key and a copy of the database, tokens could be signed otherwise.
 */
export const sharedTokenSecret: OtherSecret = {
  replace: async (session, { wrap }) => {
    if ((await readSharedFact(session, 'token-secret')) === undefined) return;
    await setSharedFact(session, 'token-secret', wrap(randomBytes(KEY_BYTES), PLACE));
  },
};

/**
 * Gives all nodes of a database server, across data directories, the same secret for signing command-line
 * tokens and sealing stream tickets: the secret of the first start, wrapped with the master key, replaces
 * that of every other node. The embedded database has a single data directory, whose secret stays.
 *
 * @throws Failure `unavailable` when the stored secret was wrapped with another master key
 */
export const shareTokenSecret = async (
  database: Database,
  wrapping: KeyWrapping,
  dataDirectory: DataDirectory,
): Promise<DataDirectory> => {
  if (database.kind === 'embedded') return dataDirectory;
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
        'The secret that all nodes of this database share was wrapped with another master key. Use the same master key on all nodes.',
        { component: 'key-vault' },
      ),
    );
  }
  if (Buffer.from(tokenSecret).equals(dataDirectory.tokenSecret)) return dataDirectory;
  // Programs on this folder sign with the new secret from now on; command-line tokens last only minutes.
  await writeAtomically(
    join(dataDirectory.keys, TOKEN_SECRET_FILE),
    Buffer.from(tokenSecret).toString('hex'),
  );
  return { ...dataDirectory, tokenSecret };
};
