import { z } from 'zod';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { subjectReferenceSchema } from '../../domain/privacy/subject-reference.ts';
import { subjectStream } from '../../domain/privacy/subject-stream.ts';
import { describeSubject, type SubjectDto } from '../../projections/erasures/describe-subject.ts';
import { erasureStates } from '../../projections/erasures/entity.ts';
import { getErasure } from '../../projections/erasures/get-erasure.ts';
import { listErasures } from '../../projections/erasures/list-erasures.ts';
import { erasuresProjection } from '../../projections/erasures/projection.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { erasureRepresentation, subjectRepresentation } from '../representations/subject-representation.ts';
import { readFields } from '../request/query-fields.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { erasureCertificateRoutes } from './erasure-certificate-routes.ts';
import { erasurePlanRoute } from './erasure-plan-route.ts';
import { found } from './not-found.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';
import { pageQuery } from './page-query.ts';

/** After restoring a backup from before an erasure the log does not show it, but the key is destroyed. */
const stateOf = (
  { erasures, holds }: SubjectDto,
  isKeyDestroyed: boolean,
): z.output<typeof subjectRepresentation>['state'] => {
  const last = erasures.at(-1)?.state;
  if (last === 'erased') return 'erased';
  if (last === 'confirmed') return 'erasure_confirmed';
  if (isKeyDestroyed) return 'erased';
  if (holds.some(({ releasedAt }) => releasedAt === null)) return 'held';
  return last === 'requested' ? 'erasure_requested' : 'kept';
};

const subject = ({ eventStore, identity, commandServices }: HttpApiServices): Route =>
  defineRoute({
    // The subject stands in the body, because addresses are kept in logs and histories.
    method: 'POST',
    path: '/api/subjects',
    onlyReads: true,
    access: 'subjects:read',
    tag: 'Erasure',
    operationId: 'getSubject',
    summary: 'The erasure requests and holds of a data subject, with their reasons.',
    ownership: 'none',
    discloses: ['AuditTrailRead'],
    params: none,
    query: none,
    body: z.strictObject({ subject: subjectReferenceSchema }),
    response: subjectRepresentation,
    handle: async ({ body: { subject: name } }, request) => {
      const streamId = subjectStream(name, identity.derivedId);
      let described: SubjectDto = describeSubject.initialState;
      let position = 0;
      for await (const event of eventStore.readStream(streamId)) {
        described = describeSubject.evolve(described, event);
        position = event.position;
      }
      const [key] = (await commandServices.subjectKeyState?.([name])) ?? [];
      return answerData(
        { subject: name, streamId, state: stateOf(described, key === 'destroyed'), ...described },
        {
          metadata: { position },
          beforeDelivery: () =>
            recordAccess(
              request.caller,
              {
                what: { type: 'AuditTrailRead', data: { kind: 'stream', parameters: { streamId } } },
                subjects: [name],
              },
              { eventStore, identity },
            ),
        },
      );
    },
  });

const list = ({ readModels }: HttpApiServices): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/erasures',
    access: 'subjects:read',
    tag: 'Erasure',
    operationId: 'listErasures',
    summary: 'Requests to erase data subjects, newest first.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: z.strictObject({ ...pageQuery, state: z.enum(erasureStates).optional() }),
    body: none,
    response: z.array(erasureRepresentation).readonly(),
    handle: async ({ query }, request) => {
      const view = await openReadModel(readModels, erasuresProjection.name, query.after, request);
      const page = await listErasures(view, query);
      return answerData(page.items, { metadata: metadataOf(view, page.nextCursor) });
    },
  });

const one = ({ readModels }: HttpApiServices): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/erasures/:id',
    access: 'subjects:read',
    tag: 'Erasure',
    operationId: 'getErasure',
    summary: 'A request to erase a data subject, and its outcome.',
    ownership: 'none',
    discloses: 'nothing',
    params: z.strictObject({ id: uuidSchema }),
    query: z.strictObject(readFields),
    body: none,
    response: erasureRepresentation,
    handle: async ({ params, query }, request) => {
      const view = await openReadModel(readModels, erasuresProjection.name, query.after, request);
      return answerData(found(await getErasure(view, params.id), 'request to be erased'), {
        metadata: metadataOf(view),
      });
    },
  });

/** Erasing data subjects: the current state, the requests, and the proof of completion. */
export const subjectRoutes = (services: HttpApiServices): readonly Route[] => [
  subject(services),
  list(services),
  one(services),
  ...erasureCertificateRoutes(services),
  erasurePlanRoute(services),
];
