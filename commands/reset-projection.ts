import { z } from 'zod';
import { defined } from '../domain/kernel/defined.ts';
import type { RecordedEvent } from '../domain/kernel/event.ts';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { streamIdOf } from '../domain/kernel/identifiers.ts';
import { projectionDecider } from '../domain/operations/projection-decider.ts';
import {
  projectionGenerationSwitched,
  projectionRebuildFailed,
} from '../domain/operations/projection-events.ts';
import { awaitInStream } from './runtime/await-in-stream.ts';
import { type CommandDefinition, defineCommand, type Ended } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

const input = z.strictObject({
  projection: z.string().min(1).max(64),
  /** Give up on a rebuild that hangs: its generation number. */
  abandonedGeneration: z.int().min(1).optional(),
});

const ids = z.object({ projection: z.string(), generation: z.int() });

const generation = z.int();
const endings = [
  z.object({ outcome: z.literal('switched'), generation }),
  z.object({ outcome: z.literal('failed'), generation, message: z.string() }),
] as const;

/** What became of a generation, as an event says; `undefined` where it is about another one, or not its end. */
const endOf = (
  { type, data, revision, position }: RecordedEvent,
  built: number,
): Ended<z.output<(typeof endings)[number]>> | undefined => {
  if (type === projectionGenerationSwitched.type) {
    const { generation } = projectionGenerationSwitched.schema.parse(data);
    return generation === built ? { outcome: 'switched', generation, revision, position } : undefined;
  }
  const { generation, message } = projectionRebuildFailed.schema.parse(data);
  return generation === built ? { outcome: 'failed', generation, message, revision, position } : undefined;
};

/** The command that rebuilds one of the given projections. */
export const createResetProjection = (
  projections: readonly string[],
): CommandDefinition<typeof input, typeof ids, typeof endings> =>
  defineCommand({
    name: 'ResetProjection',
    summary:
      'Builds a read model or index anew beside the live one, which serves until the new one has caught up.',
    permission: 'projections:reset',
    acceptsFile: false,
    ownership: 'none',
    discloses: 'nothing',
    input,
    ids,
    handle: async ({ projection, abandonedGeneration }, context, services) => {
      if (!projections.includes(projection)) {
        throw new Failure(
          failure('not_found', `There is no projection of this name. There are: ${projections.join(', ')}.`),
        );
      }
      const { streamId, revision, position, state } = await executeDecider({
        decider: projectionDecider,
        streamId: streamIdOf('projection', projection),
        commands: [
          {
            type: 'RequestReset',
            projection,
            ...defined({ abandonedGeneration }),
          },
        ],
        context,
        services,
      });
      return {
        streamId,
        revision,
        position,
        ids: { projection, generation: state.building ?? state.live },
        startedAt: '/api/admin/projections',
      };
    },
    process: {
      endings,
      optional: false,
      awaitEnd: ({ streamId, revision: after, ids: known }, services, signal) => {
        const { generation: built } = ids.parse(known);
        const types = [projectionGenerationSwitched.type, projectionRebuildFailed.type];
        return awaitInStream(
          { streamId, after, types, endingOf: (event) => endOf(event, built) },
          services,
          signal,
        );
      },
    },
  });
