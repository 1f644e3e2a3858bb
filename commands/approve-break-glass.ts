import { z } from 'zod';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { uuidSchema } from '../domain/kernel/identifiers.ts';
import { breakGlassDecider } from '../domain/ownership/break-glass-decider.ts';
import type { FindGrant } from './review-break-glass.ts';
import { type CommandDefinition, defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';
import { grantStreamOf } from './runtime/ownership/grants-of.ts';

const input = z.strictObject({
  grantId: uuidSchema,
  holder: z
    .string()
    .min(1)
    .max(256)
    .meta({ description: 'The person who requested the grant: an id alone is easily mistaken for another.' }),
});

const ids = z.object({ grantId: uuidSchema });

/** The command that approves the break-glass grant of a person whose earlier grant was found unjustified. */
export const createApproveBreakGlass = (findGrant: FindGrant): CommandDefinition<typeof input, typeof ids> =>
  defineCommand({
    name: 'ApproveBreakGlass',
    summary:
      'Approves the break-glass grant of a person whose earlier grant was found unjustified: access opens with the approval. You cannot approve your own.',
    permission: 'access:approve',
    acceptsFile: false,
    ownership: 'metadata',
    discloses: 'nothing',
    ids,
    input,
    handle: async ({ grantId, holder }, context, services) => {
      const { id, onBehalfOf } = context.actor;
      if (onBehalfOf !== undefined)
        throw new Failure(
          failure(
            'permission_denied',
            "Only a person can approve a break-glass grant, not a service acting on someone's behalf.",
          ),
        );
      const grant = await findGrant(grantId);
      if (grant?.holder !== holder)
        throw new Failure(failure('not_found', 'This person has asked for no such break-glass grant.'));
      if (grant.holder === id)
        throw new Failure(
          failure('rule_violated', 'You asked for this break-glass grant: someone else must approve it.'),
        );
      const { streamId, revision, position } = await executeDecider({
        decider: breakGlassDecider,
        streamId: grantStreamOf(grant.holder, services.identity),
        commands: [{ type: 'ApproveGrant', grantId }],
        context,
        services,
        subject: grant.subject,
        phi: false,
      });
      return { streamId, revision, position, ids: { grantId } };
    },
  });
