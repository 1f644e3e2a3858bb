/** Makes the database look as if a newer program had migrated it. */
export const newerMigration = `
  insert into coordination.schema_migrations (number, name, checksum, program)
  values (999999, '999999-of-tomorrow', 'unknown', '9.9.9')`;

/** The message of this program about such a database. */
export const refusedAsNewer =
  'The database was changed by a newer version of this program: version 9.9.9 applied migration 999999-of-tomorrow';
