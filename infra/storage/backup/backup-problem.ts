import { Failure, failure } from '../../../domain/kernel/failure.ts';

/** The failure for a damaged backup; the message names the file. */
export const damagedBackup = (message: string): Failure =>
  new Failure(failure('internal_error', message, { component: 'backup' }));

/** The failure for a request that does not fit the existing files; the message says what to do. */
export const unsuitableBackup = (message: string): Failure =>
  new Failure(failure('rule_violated', message, { component: 'backup' }));

/** The failure for a folder or file that the caller named wrongly and must name again. */
export const misnamedBackup = (message: string): Failure =>
  new Failure(failure('rule_violated', message, { component: 'backup', details: { misnamed: true } }));
