import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { SqlSession } from '../../../ports/database.ts';
import type { MasterKeyMark } from '../../../ports/stored-installation.ts';
import { findHolder, type KeyRing } from './key-ring.ts';
import { readRotation } from './stored-rotation.ts';
import { readMasterKeyCheck } from './wrapped-keys.ts';

const unavailable = (message: string): Failure =>
  new Failure(failure('unavailable', message, { component: 'key-vault' }));

/**
 * Reads the check value and fingerprint of the master key with which the keys of this database are wrapped.
 *
 * @throws Failure `unavailable` while they are being wrapped with another one: a copy would need both
 */
export const readMasterKeyMark = async (
  session: SqlSession,
  { held }: Pick<KeyRing, 'held'>,
): Promise<MasterKeyMark> => {
  const check = await readMasterKeyCheck(session);
  if (check === undefined) throw unavailable('The key vault of this database has not been set up.');
  if ((await readRotation(session))?.state === 'wrapping')
    throw unavailable(
      'The keys are being wrapped with a new master key, so a copy of them would need two. Copy them when that has ' +
        'finished: "npx anamnesis doctor" says how far it is.',
    );
  const found = findHolder(held, check);
  if (!found) throw unavailable('The master key was rotated, and this process does not have the new one.');
  const { first, since } = found.checked;
  return {
    check,
    fingerprint: found.holder.fingerprint,
    ...(first === check ? {} : omitUndefined({ installation: first, since })),
  };
};
