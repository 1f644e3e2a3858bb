import { z } from 'zod';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { uuidSchema } from '../domain/kernel/identifiers.ts';
import { statedReason } from '../domain/kernel/stated-reason.ts';
import { breakGlassDecider } from '../domain/ownership/break-glass-decider.ts';
import type { BreakGlassEvent } from '../domain/ownership/break-glass-events.ts';
import type { BreakGlassTarget } from '../domain/ownership/break-glass-target.ts';
import { conversationSubject, querySubject } from '../domain/privacy/data-subject.ts';
import { subjectReferenceSchema } from '../domain/privacy/subject-reference.ts';
import { type CommandDefinition, type CommandServices, defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';
import { grantStreamOf } from './runtime/ownership/grants-of.ts';
import { readOwnership } from './runtime/ownership/read-ownership.ts';

const input = z.strictObject({
  conversationId: uuidSchema.optional(),
  queryId: uuidSchema.optional(),
  /** A data subject: opens all conversations and questions about them. */
  subject: subjectReferenceSchema.optional(),
  reason: statedReason({ min: 3, max: 1000 }),
});

const ids = z.object({
  grantId: uuidSchema,
  minutes: z.int().meta({
    description: 'The duration of the grant, from its recording or its approval.',
  }),
  awaitsApproval: z.boolean().meta({
    description:
      'True if nothing is open yet: an earlier grant was found unjustified, so another person must approve this one (`ApproveBreakGlass`).',
  }),
});

const targetOf = ({ conversationId, queryId, subject }: z.output<typeof input>): BreakGlassTarget => {
  const named: BreakGlassTarget[] = [
    ...(conversationId === undefined ? [] : [{ conversationId }]),
    ...(queryId === undefined ? [] : [{ queryId }]),
    ...(subject === undefined ? [] : [{ subject }]),
  ];
  const [target] = named;
  if (target && named.length === 1) return target;
  throw new Failure(
    failure('validation_error', 'Name what to open: exactly one conversationId, queryId or subject.', {
      details: {
        issues: [
          { path: 'conversationId', message: 'give exactly one of conversationId, queryId and subject' },
        ],
      },
    }),
  );
};

/** The subject whose key seals the reason: the subject of the target, so that erasing them erases the reason. */
const subjectOf = async (target: BreakGlassTarget, services: CommandServices): Promise<string> => {
  if ('subject' in target) return target.subject;
  if ('conversationId' in target) {
    const { conversationId: id } = target;
    const found = await readOwnership({ kind: 'conversation', id }, services);
    return found?.subject ?? conversationSubject(id, undefined);
  }
  const found = await readOwnership({ kind: 'query', id: target.queryId }, services);
  return found?.subject ?? querySubject(target.queryId, undefined);
};

/** The grant as recorded. For a repeated command, by the setting and the reviews of its first execution. */
const grantIn = (events: readonly BreakGlassEvent[], minutes: number) => {
  const recorded = events.find(({ type }) => type === 'BreakGlassOpened' || type === 'BreakGlassRequested');
  return {
    minutes: recorded && 'minutes' in recorded.data ? recorded.data.minutes : minutes,
    awaitsApproval: recorded?.type === 'BreakGlassRequested',
  };
};

/** The command that grants emergency access to other people's records for a number of minutes. */
export const createBreakGlass = (minutes: number): CommandDefinition<typeof input, typeof ids> =>
  defineCommand({
    name: 'BreakGlass',
    summary:
      'Grants emergency read access, for a limited time, to a conversation, a question or everything about a data subject. Each access under the grant is recorded with it, and compliance reviews it. After a grant that was found unjustified, another person must approve the next.',
    permission: 'access:break-glass',
    acceptsFile: false,
    ownership: 'begins',
    discloses: 'nothing',
    ids,
    input,
    // The target need not exist: the response must not reveal to a caller without access whether it does.
    handle: async ({ reason, ...named }, context, services) => {
      if (context.actor.onBehalfOf !== undefined)
        throw new Failure(
          failure(
            'permission_denied',
            "Only a person can break the glass, not a service acting on someone's behalf.",
          ),
        );
      const target = targetOf({ reason, ...named });
      const grantId = services.identity.derivedId(context.commandId, 'grant');
      const { streamId, revision, position, events } = await executeDecider({
        decider: breakGlassDecider,
        streamId: grantStreamOf(context.actor.id, services.identity),
        commands: [{ type: 'OpenGlass', grantId, target, reason, minutes }],
        context,
        services,
        subject: await subjectOf(target, services),
        phi: true,
      });
      return { streamId, revision, position, ids: { grantId, ...grantIn(events, minutes) } };
    },
  });
