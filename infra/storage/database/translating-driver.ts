import type { DriverException } from '@mikro-orm/core';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { Failure } from '../../../domain/kernel/failure.ts';
import { databaseFailureOf } from './database-failure.ts';

/** MikroORM's driver with one difference: what is a state of the database is the same Failure as everywhere else. */
export class TranslatingDriver extends PostgreSqlDriver {
  override convertException(exception: Error | DriverException): DriverException {
    const failure = exception instanceof Failure ? exception : databaseFailureOf(exception);
    // The caller of the conversion throws its result; this only does so a step earlier.
    if (failure) throw failure;
    return super.convertException(exception);
  }
}
