import { z } from 'zod';
import { reviewDecider } from '../domain/consultation/review/review-decider.ts';
import { reviewVerdicts } from '../domain/consultation/review/review-events.ts';
import { reviewedBy, reviewIdSchema, reviewReasonSubject } from '../domain/consultation/review/review-id.ts';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { streamIdOf } from '../domain/kernel/identifiers.ts';
import { statedReason } from '../domain/kernel/stated-reason.ts';
import { ownerOf } from '../domain/ownership/owner-of.ts';
import { querySubject } from '../domain/privacy/data-subject.ts';
import { defineCommand } from './runtime/command-definition.ts';
import { executeDecider, loadState } from './runtime/execute-decider.ts';

export const resolveReview = defineCommand({
  name: 'ResolveReview',
  summary: 'Reviews a PHI detection or a withheld part of an answer. You cannot review your own question.',
  permission: 'reviews:resolve',
  acceptsFile: false,
  ownership: 'metadata',
  discloses: 'nothing',
  ids: z.object({ reviewId: reviewIdSchema }),
  input: z.strictObject({
    reviewId: reviewIdSchema,
    verdict: z.enum(reviewVerdicts),
    reason: statedReason({ min: 3, max: 2000 }),
  }),
  handle: async ({ reviewId, verdict, reason }, context, services) => {
    const { kind, queryId } = reviewedBy(reviewId);
    const query = streamIdOf('query', queryId);
    const seen = await loadState(services, reviewDecider, query);
    const asker = seen.first?.metadata.actor;
    const { id, onBehalfOf } = context.actor;
    if (asker !== undefined && [id, onBehalfOf].includes(ownerOf(asker)))
      throw new Failure(failure('rule_violated', 'You asked this question: someone else must review it.'));
    const about = seen.first?.metadata.subject ?? querySubject(queryId, undefined);
    const [key] = (await services.subjectKeyState?.([about])) ?? [];
    const { streamId, revision, position } = await executeDecider({
      decider: reviewDecider,
      streamId: query,
      commands: [{ type: 'ResolveReview', kind, verdict, reason }],
      context,
      services,
      seen,
      // Nothing is left to review after an erasure, but the review would otherwise stay open for ever.
      subject: key === 'destroyed' ? reviewReasonSubject(reviewId) : about,
      phi: true,
    });
    return { streamId, revision, position, ids: { reviewId } };
  },
});
