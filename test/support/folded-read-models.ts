import type { Position } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { openStoredEntities } from '../../infra/storage/stored-entities.ts';
import type { Database } from '../../ports/database.ts';
import type { EventStore } from '../../ports/event-store.ts';
import type { RowSealer } from '../../ports/row-sealer.ts';
import type { ReadModelReader } from '../../projections/read-model-reader.ts';

type FoldServices = {
  readonly database: Database;
  readonly eventStore: Pick<EventStore, 'readPage'>;
  readonly stored: Awaited<ReturnType<typeof openStoredEntities>>;
  readonly sealer: RowSealer;
};

const schemaOf = (name: string): string => `test_${name.replaceAll('-', '_')}`;

/** Read models that are folded up to the head of the log each time they are opened. */
export const createFoldedReadModels = ({
  database,
  eventStore,
  stored,
  sealer,
}: FoldServices): ReadModelReader => {
  const foldedTo = new Map<string, Position>();
  let folding: Promise<unknown> = Promise.resolve();
  const catchUp = async (name: string): Promise<Position> => {
    const definition = stored.definitions.find((candidate) => candidate.name === name);
    if (!definition) throw new Error(`There is no projection ${name}.`);
    const schema = schemaOf(name);
    let from = foldedTo.get(name);
    if (from === undefined) {
      await database.execute(`create schema ${schema}`);
      await definition.create(database, schema);
      from = 0;
    }
    const { events, scannedTo } = await eventStore.readPage(from, 10_000, { types: definition.eventTypes });
    if (events.length > 0) {
      await definition.prepare?.(schema, events);
      await definition.apply(database, schema, events, scannedTo);
    }
    foldedTo.set(name, scannedTo);
    return scannedTo;
  };
  const locate = async (name: string, after = 0): Promise<{ generation: number; position: Position }> => {
    const caughtUp = folding.then(() => catchUp(name));
    folding = caughtUp.catch(() => {});
    const position = await caughtUp;
    if (position < after) throw new Failure(failure('timeout', `${name} has not reached ${after}.`));
    return { generation: 1, position };
  };
  return {
    locate,
    open: async (name, after) => ({
      ...(await locate(name, after)),
      sealer,
      entities: stored.entities.fork({ schema: schemaOf(name) }),
    }),
  };
};
