import { z } from 'zod';
import { Failure } from '../domain/kernel/failure.ts';
import { streamIdOf } from '../domain/kernel/identifiers.ts';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { statedReason } from '../domain/kernel/stated-reason.ts';
import { projectionDecider } from '../domain/operations/projection-decider.ts';
import { unknownProjection } from '../domain/operations/unknown-projection.ts';
import { settingsSubject } from '../domain/privacy/data-subject.ts';
import { awaitRebuild, rebuildEndings } from './awaiting/await-rebuild.ts';
import { waitingRebuild } from './lookups/waiting-rebuild.ts';
import { type CommandDefinition, defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

const input = z.strictObject({
  projection: z.string().min(1).max(64),
  /** The generation number of a stuck rebuild to abandon. */
  abandonedGeneration: z.int().min(1).optional(),
  reason: statedReason({ min: 3, max: 500 }).optional().meta({
    description: 'The reason, for reviewers. Encrypted in the log.',
  }),
});

const ids = z.object({ projection: z.string(), generation: z.int() });

/** The command that rebuilds one of the given projections. */
export const createResetProjection = (
  projections: readonly string[],
): CommandDefinition<typeof input, typeof ids, typeof rebuildEndings> =>
  defineCommand({
    name: 'ResetProjection',
    summary:
      'Rebuilds a read model or index alongside the live one, which serves until the new one has caught up.',
    permission: 'projections:reset',
    acceptsFile: false,
    ownership: 'none',
    discloses: 'nothing',
    input,
    ids,
    handle: async ({ projection, abandonedGeneration, reason }, context, services) => {
      if (!projections.includes(projection)) {
        throw new Failure(unknownProjection(projection, projections));
      }
      const { streamId, revision, position, state } = await executeDecider({
        decider: projectionDecider,
        streamId: streamIdOf('projection', projection),
        commands: [
          {
            type: 'RequestReset',
            projection,
            // A rebuild that awaits a decision is replaced: the new one is newer than the one that was compared.
            ...omitUndefined({
              abandonedGeneration: abandonedGeneration ?? (await waitingRebuild(projection, services)),
              reason,
            }),
          },
        ],
        context,
        services,
        ...(reason === undefined ? {} : { subject: settingsSubject }),
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
      endings: rebuildEndings,
      optional: false,
      awaitEnd: ({ revision: after, ids: known }, services, signal) =>
        awaitRebuild({ ...ids.parse(known), after }, services, signal),
    },
  });
