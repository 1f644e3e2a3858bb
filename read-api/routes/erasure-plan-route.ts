import { z } from 'zod';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { describeErasurePlan } from '../../domain/privacy/describe-erasure-plan.ts';
import { subjectReferenceSchema } from '../../domain/privacy/subject-reference.ts';
import { subjectStream } from '../../domain/privacy/subject-stream.ts';
import { describeSubject, type SubjectDto } from '../../projections/erasures/describe-subject.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { erasurePlanRepresentation } from '../representations/subject-representation.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

type Needs = Pick<HttpApiServices, 'eventStore' | 'identity' | 'planErasure'>;

/** Shows what an erasure would reach before anyone requests it. The subject is named in the body, not in the URL. */
export const erasurePlanRoute = ({ eventStore, identity, planErasure }: Needs): Route =>
  defineRoute({
    method: 'POST',
    path: '/api/erasure-plans',
    onlyReads: true,
    access: 'subjects:read',
    tag: 'Erasure',
    operationId: 'planErasure',
    summary:
      'What the erasure of a data subject would reach now, and what not, without changing anything. Access is recorded.',
    ownership: 'none',
    discloses: ['AuditTrailRead'],
    params: none,
    query: none,
    body: z.strictObject({ subject: subjectReferenceSchema }),
    response: erasurePlanRepresentation,
    handle: async ({ body: { subject } }, request) => {
      const streamId = subjectStream(subject, identity.derivedId);
      let described: SubjectDto = describeSubject.initialState;
      for await (const event of eventStore.readStream(streamId))
        described = describeSubject.evolve(described, event);
      const { key, ...plan } = await planErasure({ subject, stream: streamId }, request.signal);
      if (key === 'missing')
        throw new Failure(
          failure(
            'not_found',
            'Nothing is stored under this data subject. A conversation or question about a person is erased together with that person.',
          ),
        );
      const holds = described.holds.filter(({ releasedAt }) => releasedAt === null);
      const planned = {
        subject,
        state: key === 'destroyed' ? ('erased' as const) : ('kept' as const),
        holds: holds.map(({ holdId }) => holdId),
        ...plan,
      };
      return answerData(
        { ...planned, text: describeErasurePlan(planned) },
        {
          beforeDelivery: () =>
            recordAccess(
              request.caller,
              {
                what: {
                  type: 'AuditTrailRead',
                  data: { kind: 'stream', parameters: { streamId, plan: 'erasure' } },
                },
                subjects: [subject],
              },
              { eventStore, identity },
            ),
        },
      );
    },
  });
