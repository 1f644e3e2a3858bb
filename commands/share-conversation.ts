import { z } from 'zod';
import { conversationDecider } from '../domain/consultation/conversation-decider.ts';
import { streamIdOf, uuidSchema } from '../domain/kernel/identifiers.ts';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { userIdSchema } from '../domain/kernel/user-id.ts';
import { careTeamSchema } from '../domain/ownership/care-team.ts';
import { shareLevels } from '../domain/ownership/share.ts';
import type { Clock } from '../ports/clock.ts';
import { type CommandDefinition, defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';
import { refusePast } from './runtime/refuse-past.ts';

/** An instant, or a day, which counts until its end. */
const endSchema = z.union([z.iso.datetime({ offset: true }), z.iso.date()]);
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** An instant in the log's canonical form. */
const instantOf = (end: string): string =>
  new Date(DAY.test(end) ? `${end}T23:59:59.999Z` : end).toISOString();

const input = z.strictObject({
  conversationId: uuidSchema,
  with: z.union([z.strictObject({ user: userIdSchema }), z.strictObject({ team: careTeamSchema })]),
  level: z.enum(shareLevels),
  /** An instant, or a day, which counts until its end. */
  expiresAt: endSchema.optional(),
});
const ids = z.object({ conversationId: uuidSchema });

/** The command that lets others read a conversation or contribute to it. */
export const createShareConversation = (
  clock: Pick<Clock, 'now'>,
): CommandDefinition<typeof input, typeof ids> =>
  defineCommand({
    name: 'ShareConversation',
    summary:
      'Shares a conversation with a person or a care team, to read or to contribute, until a given time or until it is unshared.',
    permission: 'conversations:write',
    acceptsFile: false,
    ownership: 'own',
    target: ({ conversationId }) => ({ kind: 'conversation', id: conversationId }),
    discloses: 'nothing',
    ids,
    input,
    handle: async ({ conversationId, with: sharee, level, expiresAt }, context, services) => {
      const end = expiresAt === undefined ? undefined : instantOf(expiresAt);
      const { streamId, revision, position } = await executeDecider({
        decider: conversationDecider,
        streamId: streamIdOf('conversation', conversationId),
        commands: () => {
          refusePast('expiresAt', end, clock.now());
          return [
            { type: 'ShareConversation' as const, with: sharee, level, ...omitUndefined({ expiresAt: end }) },
          ];
        },
        context,
        services,
      });
      return { streamId, revision, position, ids: { conversationId } };
    },
  });
