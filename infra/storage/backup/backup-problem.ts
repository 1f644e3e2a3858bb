import { Failure, failure } from '../../../domain/kernel/failure.ts';

/** Something is wrong with a backup; names the file. */
export const damagedBackup = (message: string): Failure =>
  new Failure(failure('internal_error', message, { component: 'backup' }));

/** The request does not fit the files that are there; `message` says what to do. */
export const unsuitableBackup = (message: string): Failure =>
  new Failure(failure('rule_violated', message, { component: 'backup' }));

/** A folder or file that was named is not what it was named for: the caller is to name another. */
export const misnamedBackup = (message: string): Failure =>
  new Failure(failure('rule_violated', message, { component: 'backup', details: { misnamed: true } }));
