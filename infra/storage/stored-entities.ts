import { type EntityManager, type EntitySchema, MikroORM } from '@mikro-orm/core';
import { PgliteDriver } from '@mikro-orm/pglite';
import type { PostgreSqlConnection } from '@mikro-orm/postgresql';
import type { Database } from '../../ports/database.ts';
import type { Logger } from '../../ports/logger.ts';
import type { RowSealer } from '../../ports/row-sealer.ts';
import { keyedProjections } from '../../projections/all-projections.ts';
import { keyedProjectionDefinition } from '../../projections/runner/keyed-projection-definition.ts';
import type { ProjectionDefinition } from '../../projections/runner/projection-definition.ts';
import { tableShapeOf } from '../../projections/runner/table-shape.ts';
import { passageEntity } from '../../projections/search/passage-entity.ts';
import type { DatabaseTimes } from './database/database-times.ts';
import type { PgliteDatabase } from './database/pglite-database.ts';

/** The read models in tables: entities for reading, definitions for projecting. */
export type StoredEntities = {
  readonly entities: EntityManager;
  readonly definitions: readonly ProjectionDefinition[];
  readonly schemas: readonly EntitySchema[];
  /** The connection for statements; only on a server. */
  readonly connection: (() => PostgreSqlConnection) | undefined;
  readonly close: () => Promise<void>;
};

/** The database, with the settings for reading read models. */
export type Connection =
  | { readonly database: PgliteDatabase }
  | {
      readonly database: Database & { readonly kind: 'server' };
      readonly connectionString: string;
      readonly times: DatabaseTimes;
      /** The most connections for reading read models. */
      readonly readPoolSize?: number;
      readonly logger: Logger;
    };

type ServerConnection = Exclude<Connection, { readonly database: PgliteDatabase }>;

const isEmbedded = (connection: Connection): connection is { readonly database: PgliteDatabase } =>
  connection.database.kind === 'embedded';

const initEmbedded = (entities: readonly EntitySchema[], { pglite }: PgliteDatabase): Promise<MikroORM> =>
  MikroORM.init({
    entities: [...entities],
    driver: PgliteDriver,
    ensureDatabase: false,
    dbName: 'postgres',
    driverOptions: { pglite },
  });

/** Loads the driver for a server only when there is one. */
const initOnServer = async (
  entities: readonly EntitySchema[],
  { connectionString, times, logger, readPoolSize }: ServerConnection,
): Promise<MikroORM> => {
  const { TranslatingDriver } = await import('./database/translating-driver.ts');
  const { readModelPool } = await import('./database/read-model-pool.ts');
  return MikroORM.init({
    entities: [...entities],
    driver: TranslatingDriver,
    // Otherwise the first use asks whether the database exists, with untranslated failures, and creates one if not.
    ensureDatabase: false,
    clientUrl: connectionString,
    driverOptions: readModelPool(times, logger, readPoolSize),
  });
};

/** Opens MikroORM over the same database: inside the embedded one, or with its own small pool on a server. */
export const openStoredEntities = async (
  connection: Connection,
  sealer: RowSealer,
): Promise<StoredEntities> => {
  const entities: readonly EntitySchema[] = [
    ...keyedProjections.map((some) => some<EntitySchema>((projection) => projection.entity)),
    passageEntity,
  ];
  const orm = await (isEmbedded(connection)
    ? initEmbedded(entities, connection.database)
    : initOnServer(entities, connection));
  const metadata = orm.getMetadata();
  return {
    entities: orm.em,
    schemas: entities,
    connection: isEmbedded(connection)
      ? undefined
      : () => orm.em.getDriver().getConnection() as PostgreSqlConnection,
    definitions: keyedProjections.map((some) =>
      some((projection) =>
        keyedProjectionDefinition(projection, tableShapeOf(metadata.get(projection.entity)), {
          database: connection.database,
          sealer,
        }),
      ),
    ),
    close: () => orm.close(),
  };
};
