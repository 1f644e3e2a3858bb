import type { EntitySchema } from '@mikro-orm/core';
import { MikroORM } from '@mikro-orm/pglite';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { createRowSealer } from '../../infra/storage/key-vault/row-sealer.ts';
import { keyedProjections } from '../../projections/all-projections.ts';
import type { KeyedProjection } from '../../projections/keyed-projection.ts';
import type { ReadModelView } from '../../projections/read-model-reader.ts';
import { keyedProjectionDefinition } from '../../projections/runner/keyed-projection-definition.ts';
import { tableShapeOf } from '../../projections/runner/table-shape.ts';
import { openEmbedded } from './databases.ts';
import { createInMemoryKeyVault } from './in-memory-key-vault.ts';
import type { StreamEvent } from './recorded-history.ts';
import { createHistory } from './recorded-history.ts';

/** An embedded database for building read models from a history with the production SQL. */
export const openReadModels = async () => {
  const { database, dispose } = await openEmbedded();
  const orm = await MikroORM.init({
    entities: keyedProjections.map((projection) => projection<EntitySchema>((keyed) => keyed.entity)),
    driverOptions: { pglite: database.pglite },
    dbName: 'postgres',
  });
  const vault = createInMemoryKeyVault();
  const sealer = createRowSealer(vault);
  let views = 0;

  const build = async <Row extends object>(
    projection: KeyedProjection<Row>,
    schema: string,
    batches: readonly (readonly RecordedEvent[])[],
  ): Promise<void> => {
    const definition = keyedProjectionDefinition(
      projection,
      tableShapeOf(orm.getMetadata(projection.entity)),
      { database, sealer },
    );
    await definition.create(database, schema);
    for (const batch of batches) {
      await definition.prepare?.(schema, batch);
      await definition.apply(database, schema, batch, batch.at(-1)?.position ?? 0);
    }
  };

  return {
    /** A view of one read model over the given batches of events. */
    viewOf: async <Row extends object>(
      projection: KeyedProjection<Row>,
      batches: readonly (readonly RecordedEvent[])[],
    ): Promise<ReadModelView> => {
      views += 1;
      const schema = `view_${views}`;
      await database.execute(`create schema ${schema}`);
      await build(projection, schema, batches);
      return {
        entities: orm.em.fork({ schema }),
        generation: 1,
        sealer,
        position: batches.at(-1)?.at(-1)?.position ?? 0,
      };
    },
    /** Destroys the key of a subject, so that data sealed with it becomes unreadable. */
    destroyKey: vault.destroy,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      await orm.close();
      await dispose();
    },
  };
};
export type ReadModels = Awaited<ReturnType<typeof openReadModels>>;

/** A history of the given events in one batch. */
export const batchOf = (...sampled: readonly StreamEvent[]): readonly (readonly RecordedEvent[])[] => {
  const history = createHistory();
  for (const event of sampled) history.record(event);
  return [history.events];
};
