import type { EntityManager } from '@mikro-orm/core';
import type { Position } from '../domain/kernel/event.ts';
import { Failure, failure } from '../domain/kernel/failure.ts';
import type { Database } from '../ports/database.ts';
import type { ReadModelReader } from './read-model-reader.ts';
import type { Checkpoint, CheckpointBoard } from './runner/checkpoint-board.ts';
import { listGenerations } from './runner/generations.ts';
import { generationSchema } from './runner/projection-definition.ts';

export type ReadModelServices = {
  readonly database: Database;
  readonly entities: EntityManager;
  readonly board: CheckpointBoard;
  /** Milliseconds that a reader waits for a read model to reach its position. */
  readonly patience?: number;
};

/** How often another process's checkpoint is looked at, in milliseconds. */
const LOOK_EVERY = 20;

const pause = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Read models as views on their live generations, fresh enough for the reader's position. */
export const openReadModels = (services: ReadModelServices): ReadModelReader => {
  const { database, entities, board } = services;
  const patience = services.patience ?? 10_000;

  /** Where another process keeps the projection. */
  const stored = async (projection: string): Promise<Checkpoint | undefined> => {
    const live = (await listGenerations(database, projection)).find(({ state }) => state === 'live');
    return live && { generation: live.generation, position: live.position };
  };

  const locate = async (projection: string, after: Position = 0, atMost?: number): Promise<Checkpoint> => {
    const deadline = performance.now() + (atMost ?? patience);
    for (;;) {
      await board.waitFor(projection, after, Math.max(0, deadline - performance.now()));
      const checkpoint = board.get(projection) ?? (await stored(projection));
      if (checkpoint && checkpoint.position >= after) return checkpoint;
      if (performance.now() >= deadline) {
        if (checkpoint && atMost !== undefined) return checkpoint;
        throw new Failure(
          failure(
            'timeout',
            checkpoint
              ? `The read model "${projection}" has not reached position ${after} in time; it is at ${checkpoint.position}.`
              : `The read model "${projection}" does not exist yet. Try again in a moment.`,
            { component: projection, retryAfter: 1, details: { after, position: checkpoint?.position ?? 0 } },
          ),
        );
      }
      await pause(LOOK_EVERY);
    }
  };

  return {
    locate,
    open: async (projection, after) => {
      const checkpoint = await locate(projection, after);
      return {
        ...checkpoint,
        entities: entities.fork({ schema: generationSchema(projection, checkpoint.generation) }),
      };
    },
  };
};
