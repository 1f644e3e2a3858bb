import { z } from 'zod';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import type { SealedCheckpoint, SealingState } from '../../domain/operations/sealing-decider.ts';
import { type CertifiedErasure, certifyErasure } from '../../domain/privacy/certify-erasure.ts';
import { describeCertificate } from '../../domain/privacy/describe-certificate.ts';
import { subjectStream } from '../../domain/privacy/subject-stream.ts';
import { getErasure } from '../../projections/erasures/get-erasure.ts';
import { erasuresProjection } from '../../projections/erasures/projection.ts';
import { sealingStateOf } from '../audit/sealed-checkpoint.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { bytes } from '../openapi/bytes.ts';
import { certificateRepresentation } from '../representations/subject-representation.ts';
import { readFields } from '../request/query-fields.ts';
import { defineRoute, none, type Route, type RouteRequest } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';
import { found } from './not-found.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';

type Needs = Pick<
  HttpApiServices,
  | 'eventStore'
  | 'identity'
  | 'readModels'
  | 'commandServices'
  | 'readWitnesses'
  | 'clock'
  | 'writeSealedExport'
>;

/** The erasure as its events state it: the read model only says in which stream they are. */
const readErasure = async (
  { readModels, eventStore, identity }: Needs,
  id: string,
  after: number | undefined,
  request: RouteRequest,
) => {
  const view = await openReadModel(readModels, erasuresProjection.name, after, request);
  const { subject, state } = found(await getErasure(view, id), 'request to be erased');
  const events = await Array.fromAsync(eventStore.readStream(subjectStream(subject, identity.derivedId)));
  const erasure = certifyErasure(id, events);
  if (!erasure)
    throw new Failure(failure('not_found', `The erasure has not been carried out; it is ${state}.`));
  return { erasure, view };
};

const isSealed = (erasure: CertifiedErasure, size: number): boolean =>
  erasure.positions.every((position) => position <= size);

const sealOf = (erasure: CertifiedErasure, { checkpoint }: SealingState): SealedCheckpoint | undefined =>
  checkpoint && isSealed(erasure, checkpoint.size) ? checkpoint : undefined;

/** Says what a person can do about an erasure that no checkpoint covers. */
const notSealed = ({ positions }: CertifiedErasure, { checkpoint, stopped }: SealingState): Failure => {
  const details = { positions: positions.map(String), size: checkpoint?.size ?? 0 };
  return new Failure(
    stopped
      ? failure(
          'rule_violated',
          `No checkpoint of the log covers this erasure, and sealing has stopped (${stopped.because}): a person decides with ResumeSealing. Until then only the certificate without proof can be read.`,
          { details: { reason: 'sealing_stopped', because: stopped.because, ...details } },
        )
      : failure(
          'rule_violated',
          'The events of this erasure are not sealed yet. The next checkpoint follows within minutes: ask again then.',
          { details: { reason: 'not_sealed', ...details } },
        ),
  );
};

const certificateRoute = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/erasures/:id/certificate',
    access: 'subjects:read',
    tag: 'Erasure',
    operationId: 'getErasureCertificate',
    summary:
      'What the log states about an erasure: the steps, their times, the people, the data out of reach, and whether it is sealed.',
    ownership: 'none',
    discloses: 'nothing',
    params: z.strictObject({ id: uuidSchema }),
    query: z.strictObject(readFields),
    body: none,
    response: certificateRepresentation,
    handle: async ({ params, query }, request) => {
      const { erasure, view } = await readErasure(services, params.id, query.after, request);
      const seal = sealOf(erasure, await sealingStateOf(services));
      return answerData(
        {
          ...erasure,
          sealed: seal ? { size: seal.size, verifierKey: seal.verifierKey } : null,
          text: describeCertificate(erasure, seal),
        },
        { metadata: metadataOf(view) },
      );
    },
  });

const ZIP = 'application/zip';

const sealedCertificateRoute = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/erasures/:id/sealed-certificate',
    access: 'subjects:read',
    tag: 'Erasure',
    operationId: 'getSealedErasureCertificate',
    summary:
      'A zip that proves an erasure without this server: what was erased, the events that state it, the proof that they are in the sealed log, the signed checkpoint and its key, and programs that verify all of it. Access is recorded.',
    ownership: 'none',
    discloses: ['AuditTrailRead'],
    params: z.strictObject({ id: uuidSchema }),
    query: z.strictObject(readFields),
    body: none,
    responses: [
      {
        status: 200,
        description: 'The zip. A broken connection means that it is incomplete.',
        contentType: ZIP,
        content: bytes,
        headers: ['Content-Disposition'],
      },
    ],
    handle: async ({ params, query }, request) => {
      const { eventStore, identity, clock, writeSealedExport } = services;
      const { erasure } = await readErasure(services, params.id, query.after, request);
      const sealing = await sealingStateOf(services);
      const checkpoint = sealOf(erasure, sealing);
      if (!checkpoint) throw notSealed(erasure, sealing);
      const { actor, reason } = request.caller;
      const content = await writeSealedExport(
        {
          from: Math.min(...erasure.positions),
          to: Math.max(...erasure.positions),
          certificate: erasure,
          actor,
          reason,
          at: clock.now(),
        },
        checkpoint,
        request.signal,
      );
      await recordAccess(
        request.caller,
        {
          what: {
            type: 'AuditTrailRead',
            data: { kind: 'stream', parameters: { certificate: erasure.erasureId } },
          },
          subjects: [erasure.subject],
        },
        { eventStore, identity },
      );
      return {
        kind: 'stream',
        live: false,
        contentType: ZIP,
        headers: {
          'Content-Disposition': `attachment; filename="erasure-${erasure.erasureId}.zip"`,
        },
        content: () => content,
      };
    },
  });

/** Proof that a data subject was erased, for people and for programs. */
export const erasureCertificateRoutes = (services: Needs): readonly Route[] => [
  certificateRoute(services),
  sealedCertificateRoute(services),
];
