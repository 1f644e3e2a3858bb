import { Failure, failure } from '../../domain/kernel/failure.ts';

/** Something is wrong with a backup; names the file. */
export const damagedBackup = (message: string): Failure =>
  new Failure(failure('internal_error', message, { component: 'backup' }));

/** What was asked for does not go with what is there; tells what to do. */
export const wrongBackup = (message: string): Failure =>
  new Failure(failure('rule_violated', message, { component: 'backup' }));
