/** Facts that a database reports about itself. */
export type DatabaseFacts = {
  readonly kind: 'embedded' | 'server';
  /** For example `17.5`. */
  readonly version: string;
  /** Major version and so on as one number, e.g. 170005. */
  readonly versionNumber: number;
  /** The version of pgvector, if it is installed in this database. */
  readonly pgvector: string | undefined;
  readonly encoding: string;
  readonly collation: string;
  /** Settings by name, as this program's connections have them. */
  readonly settings: ReadonlyMap<string, string>;
  /** Open connections of all users. */
  readonly connections: number;
  /** How many connections the user or the database may have, if that is limited. */
  readonly connectionLimit?: number | undefined;
  /** Its clock, in milliseconds since 1970. */
  readonly clock: number;
};

/** Queries the database about itself. */
export type ReadDatabaseFacts = () => Promise<DatabaseFacts>;
