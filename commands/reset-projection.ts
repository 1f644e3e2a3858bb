import { z } from 'zod';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { streamIdOf } from '../domain/kernel/identifiers.ts';
import { projectionDecider } from '../domain/operations/projection-decider.ts';
import { type CommandDefinition, defineCommand } from './command-definition.ts';
import { executeDecider } from './execute-decider.ts';

const input = z.strictObject({
  projection: z.string().min(1).max(64),
  /** Give up on a rebuild that hangs: its generation number. */
  abandonedGeneration: z.int().min(1).optional(),
});

/** The command that rebuilds one of the given projections. */
export const createResetProjection = (projections: readonly string[]): CommandDefinition<typeof input> =>
  defineCommand({
    name: 'ResetProjection',
    summary:
      'Builds a read model or index anew beside the live one, which serves until the new one has caught up.',
    permission: 'projections:reset',
    acceptsFile: false,
    input,
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
            ...(abandonedGeneration === undefined ? {} : { abandonedGeneration }),
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
  });
