import { z } from 'zod';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { uuidSchema } from '../domain/kernel/identifiers.ts';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { statedReason } from '../domain/kernel/stated-reason.ts';
import { breakGlassDecider } from '../domain/ownership/break-glass-decider.ts';
import { breakGlassOutcomes } from '../domain/ownership/break-glass-events.ts';
import { type CommandDefinition, defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';
import { grantStreamOf } from './runtime/ownership/grants-of.ts';

const input = z.strictObject({
  grantId: uuidSchema,
  outcome: z.enum(breakGlassOutcomes),
  note: statedReason({ min: 1, max: 2000 }).optional(),
});

const ids = z.object({ grantId: uuidSchema });

/** Finds who opened a grant, who approved it, and the subject whose key seals its review. */
export type FindGrant = (grantId: string) => Promise<
  | {
      readonly holder: string;
      readonly approvedBy: string | null;
      readonly subject: string;
    }
  | undefined
>;

/** The command by which compliance reviews a grant. */
export const createReviewBreakGlass = (findGrant: FindGrant): CommandDefinition<typeof input, typeof ids> =>
  defineCommand({
    name: 'ReviewBreakGlass',
    summary:
      'Reviews whether a break-glass grant was justified; one found unjustified ends immediately, and its holder needs another person’s approval for the next. You cannot review a grant that you opened or approved.',
    permission: 'access:review',
    acceptsFile: false,
    ownership: 'metadata',
    discloses: 'nothing',
    ids,
    input,
    handle: async ({ grantId, outcome, note }, context, services) => {
      const grant = await findGrant(grantId);
      if (!grant) throw new Failure(failure('not_found', 'There is no such break-glass grant.'));
      const { id, onBehalfOf } = context.actor;
      const isReviewer = (person: string | null): boolean => person === id || person === onBehalfOf;
      if (isReviewer(grant.holder))
        throw new Failure(
          failure('rule_violated', 'You opened this break-glass grant: someone else must review it.'),
        );
      if (isReviewer(grant.approvedBy))
        throw new Failure(
          failure('rule_violated', 'You approved this break-glass grant: someone else must review it.'),
        );
      const { streamId, revision, position } = await executeDecider({
        decider: breakGlassDecider,
        streamId: grantStreamOf(grant.holder, services.identity),
        commands: [{ type: 'ReviewGrant', grantId, outcome, ...omitUndefined({ note }) }],
        context,
        services,
        subject: grant.subject,
        phi: note !== undefined,
      });
      return { streamId, revision, position, ids: { grantId } };
    },
  });
