import { z } from 'zod';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { streamIdOf } from '../domain/kernel/identifiers.ts';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { statedReason } from '../domain/kernel/stated-reason.ts';
import { examinationDecider, examinationStream } from '../domain/operations/examination-decider.ts';
import { projectionDecider } from '../domain/operations/projection-decider.ts';
import { unknownProjection } from '../domain/operations/unknown-projection.ts';
import { settingsSubject } from '../domain/privacy/data-subject.ts';
import { awaitRebuild, rebuildEndings } from './awaiting/await-rebuild.ts';
import { type CommandDefinition, defineCommand } from './runtime/command-definition.ts';
import { executeDecider, loadState } from './runtime/execute-decider.ts';

const input = z.strictObject({
  projection: z.string().min(1).max(64),
  generation: z.int().min(1).optional().meta({
    description: 'The waiting generation to decide about; no other is affected.',
  }),
  reason: statedReason({ min: 3, max: 500 }).meta({
    description: 'The reason, for reviewers. Encrypted in the log.',
  }),
});

const ids = z.object({ projection: z.string(), generation: z.int() });

/**
 * A command by which a person decides about a waiting rebuild; the owner of the projection carries the decision out.
 */
const decideRebuild = (
  name: 'AcceptRebuild' | 'DiscardRebuild',
  summary: string,
  projections: readonly string[],
): CommandDefinition<typeof input, typeof ids, typeof rebuildEndings> =>
  defineCommand({
    name,
    summary,
    permission: 'projections:reset',
    acceptsFile: false,
    ownership: 'none',
    discloses: 'nothing',
    input,
    ids,
    handle: async ({ projection, generation: expected, reason }, context, services) => {
      if (!projections.includes(projection)) {
        throw new Failure(unknownProjection(projection, projections));
      }
      const { building } = (
        await loadState(services, projectionDecider, streamIdOf('projection', projection))
      ).state;
      const { streamId, revision, position, state } = await executeDecider({
        decider: examinationDecider,
        streamId: examinationStream(projection),
        commands: [{ type: name, projection, building, reason, ...omitUndefined({ generation: expected }) }],
        context,
        services,
        subject: settingsSubject,
      });
      const generation = state.examined?.generation;
      if (generation === undefined)
        throw new Failure(failure('internal_error', 'No decision about the rebuild was recorded.'));
      return {
        streamId,
        revision,
        position,
        ids: { projection, generation },
        startedAt: '/api/admin/projections',
      };
    },
    process: {
      endings: rebuildEndings,
      optional: false,
      awaitEnd: ({ ids: known }, services, signal) => {
        const { projection, generation } = ids.parse(known);
        return awaitRebuild({ projection, generation, after: -1 }, services, signal);
      },
    },
  });

/** The command that puts a rebuild into service although it misses documents. */
export const createAcceptRebuild = (
  projections: readonly string[],
): CommandDefinition<typeof input, typeof ids, typeof rebuildEndings> =>
  decideRebuild(
    'AcceptRebuild',
    'Puts a rebuilt index that awaits a decision into service, although it misses documents that the live one finds.',
    projections,
  );

/** The command that discards a rebuild that misses documents. */
export const createDiscardRebuild = (
  projections: readonly string[],
): CommandDefinition<typeof input, typeof ids, typeof rebuildEndings> =>
  decideRebuild(
    'DiscardRebuild',
    'Discards a waiting rebuilt index that misses documents the live one finds; the live one stays in service.',
    projections,
  );
