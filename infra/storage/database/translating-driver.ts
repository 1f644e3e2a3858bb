import type { DriverException } from '@mikro-orm/core';
import { PostgreSqlDriver } from '@mikro-orm/postgresql';
import { Failure } from '../../../domain/kernel/failure.ts';
import { databaseFailureOf } from './database-failure.ts';

/**
 * MikroORM's driver, except that errors about the state of the database become the same Failure as everywhere else.
 */
export class TranslatingDriver extends PostgreSqlDriver {
  override convertException(exception: Error | DriverException): DriverException {
    const failure = exception instanceof Failure ? exception : databaseFailureOf(exception);
    // MikroORM throws the result of this conversion; throwing here does the same one step earlier.
    if (failure) throw failure;
    return super.convertException(exception);
  }
}
