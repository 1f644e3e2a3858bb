/** Facts that a database reports about itself. */
export type DatabaseFacts = {
  readonly kind: 'embedded' | 'server';
  /** e.g. `17.5`. */
  readonly version: string;
  /** Major version and so on as one number, e.g. 170005. */
  readonly versionNumber: number;
  /** Of pgvector where it is installed in this database. */
  readonly pgvector: string | undefined;
  readonly encoding: string;
  readonly collation: string;
  /** Settings by name, as this program's connections have them. */
  readonly settings: ReadonlyMap<string, string>;
  /** Connections that are open now, of everybody. */
  readonly connections: number;
  /** Its clock, in milliseconds since 1970. */
  readonly clock: number;
};

/** Asks the database about itself. */
export type ReadDatabaseFacts = () => Promise<DatabaseFacts>;
