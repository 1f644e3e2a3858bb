import { z } from 'zod';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { allEvents } from '../../domain/all-events.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { newestCheckpoint } from '../audit/sealed-checkpoint.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { bytes } from '../openapi/bytes.ts';
import { momentText, rangeBetween } from '../request/moment.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';

type Needs = Pick<
  HttpApiServices,
  'eventStore' | 'identity' | 'commandServices' | 'readWitnesses' | 'clock' | 'writeSealedExport'
>;

const ZIP = 'application/zip';

/** An export that anyone can verify without this server, for compliance officers. */
export const sealedExportRoute = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/audit/sealed-export',
    access: 'audit:export',
    tag: 'Audit',
    operationId: 'exportSealedAudit',
    summary:
      'A zip of stored events between two moments, both included, up to the newest checkpoint, with the proof that each is in the sealed log and programs that verify it. Personal content stays encrypted. The export is recorded.',
    ownership: 'oversight',
    discloses: ['AuditTrailRead'],
    params: none,
    query: z.strictObject({
      from: momentText.optional(),
      to: momentText.optional(),
      type: z
        .enum(allEvents.map(({ type }) => type))
        .optional()
        .meta({ description: 'Only events of this type: the export is then a selection.' }),
    }),
    body: none,
    responses: [
      {
        status: 200,
        description: 'The zip. A broken connection means that it is incomplete.',
        contentType: ZIP,
        content: bytes,
        headers: ['Content-Disposition', 'X-Last-Position'],
      },
    ],
    handle: async ({ query }, request) => {
      const { eventStore, identity, clock, writeSealedExport } = services;
      const checkpoint = await newestCheckpoint(services);
      const { after, to: asked } = await rangeBetween(query.from, query.to, eventStore);
      const [from, to] = [after + 1, Math.min(asked, checkpoint.size)];
      if (from > to)
        throw new Failure(
          failure(
            'not_found',
            `Nothing between these moments is sealed: the newest checkpoint covers positions 1 to ${checkpoint.size}.`,
            { details: { from, size: checkpoint.size } },
          ),
        );
      await recordAccess(
        request.caller,
        {
          what: {
            type: 'AuditTrailRead',
            data: {
              kind: 'export',
              parameters: {
                format: 'sealed',
                from: String(from),
                to: String(to),
                ...(query.type === undefined ? {} : { type: query.type }),
              },
            },
          },
          phi: true,
        },
        { eventStore, identity },
      );
      const { actor, reason } = request.caller;
      const content = await writeSealedExport(
        {
          from,
          to,
          actor,
          reason,
          at: clock.now(),
          ...(query.type === undefined ? {} : { types: [query.type] }),
        },
        checkpoint,
        request.signal,
      );
      return {
        kind: 'stream',
        live: false,
        contentType: ZIP,
        headers: {
          'Content-Disposition': `attachment; filename="sealed-${from}-${to}.zip"`,
          'X-Last-Position': String(to),
        },
        content: () => content,
      };
    },
  });
