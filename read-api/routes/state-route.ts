import { z } from 'zod';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { disclosedStreamSubject } from '../../domain/audit/disclosed-subjects.ts';
import { changedFields } from '../../domain/kernel/changed-fields.ts';
import type { Position, StreamId } from '../../domain/kernel/event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { categoryOf, streamIdSchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { isPersonalCategory } from '../../domain/ownership/personal-categories.ts';
import { type ObjectKind, objectKindOf, objectKinds } from '../../projections/as-of/object-kinds.ts';
import { readObjectHistory } from '../../projections/as-of/read-object-history.ts';
import { stateAfter } from '../../projections/as-of/state-after.ts';
import { plainRow } from '../../projections/sealing/sealing.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { objectStateRepresentation } from '../representations/state-representation.ts';
import { momentText, pastPosition } from '../request/moment.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

type Needs = Pick<HttpApiServices, 'eventStore' | 'identity' | 'clock'>;

const requireKind = (streamId: StreamId): ObjectKind => {
  const kind = objectKindOf(streamId);
  if (kind !== undefined) return kind;
  throw new Failure(
    failure('validation_error', `Only these have a state to show: ${objectKinds.join(', ')}.`, {
      details: {
        issues: [
          {
            path: 'streamId',
            message:
              'must be query-<id>, conversation-<id>, document-<key> or settings-consultation; others have only a history',
          },
        ],
      },
    }),
  );
};

/**
 * Refuses a thing that does not exist, or did not yet exist at that moment.
 *
 * @throws Failure `not_found`
 */
const requireBegun = async (streamId: StreamId, asOf: Position, { eventStore }: Needs): Promise<void> => {
  const page = await eventStore.readStreamPage(streamId, { fromRevision: 0, limit: 1 });
  const first = page.events[0] ?? page.unreadable[0];
  if (!first) throw new Failure(failure('not_found', 'Nothing is recorded under this id.'));
  if (first.position > asOf)
    throw new Failure(
      failure(
        'not_found',
        `It did not exist yet: it begins at position ${first.position}, ${first.recordedAt}.`,
        { details: { reason: 'not_yet', position: first.position, recordedAt: first.recordedAt } },
      ),
    );
};

/** The state of one thing at a moment, by the folds of the read models, and its changes since an earlier one. */
export const stateRoute = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/audit/states/:streamId',
    access: 'audit:read',
    tag: 'Audit',
    operationId: 'getStateAsOf',
    summary:
      'A conversation, question, document or the settings as of a moment, as the read model showed it, and what changed since another. Access is recorded.',
    ownership: 'oversight',
    isPersonal: ({ streamId }) => isPersonalCategory(categoryOf(streamId)),
    discloses: ['AuditTrailRead'],
    params: z.strictObject({ streamId: streamIdSchema }),
    query: z.strictObject({
      asOf: momentText.optional().meta({ description: 'The moment; now by default. Not in the future.' }),
      since: momentText.optional().meta({ description: 'Also lists what changed after this moment.' }),
    }),
    body: none,
    response: objectStateRepresentation,
    handle: async ({ params: { streamId }, query }, request) => {
      const { eventStore, identity, clock } = services;
      const kind = requireKind(streamId);
      const now = clock.now();
      const asOf = query.asOf
        ? await pastPosition('asOf', query.asOf, now, eventStore)
        : await eventStore.head();
      const since = query.since && (await pastPosition('since', query.since, now, eventStore));
      if (since !== undefined && since > asOf)
        throw new Failure(
          failure('validation_error', '"since" is later than "asOf".', {
            details: { issues: [{ path: 'since', message: 'must not be after "asOf"' }] },
          }),
        );
      await requireBegun(streamId, asOf, services);
      const { events, unreadable } = await readObjectHistory(streamId, asOf, eventStore);
      const state = await stateAfter(kind, streamId, events);
      const before =
        since === undefined
          ? undefined
          : await stateAfter(
              kind,
              streamId,
              events.filter(({ position }) => position <= since),
            );
      return answerData(
        {
          streamId,
          kind,
          asOf,
          recordedAt: events.at(-1)?.recordedAt ?? null,
          state: state === undefined ? null : plainRow(state),
          changes: since === undefined ? null : [...changedFields(before, state)],
          erased: events.some(({ erased }) => erased),
          unreadableEvents: unreadable,
        },
        {
          metadata: { position: asOf },
          beforeDelivery: () =>
            recordAccess(
              request.caller,
              {
                what: {
                  type: 'AuditTrailRead',
                  data: {
                    kind: 'stream',
                    parameters: omitUndefined({
                      streamId,
                      asOf: String(asOf),
                      since: since === undefined ? undefined : String(since),
                    }),
                  },
                },
                subjects: [
                  disclosedStreamSubject(streamId) ?? [],
                  ...events.map(({ metadata }) => metadata.subject ?? []),
                ].flat(),
                phi: events.some(({ metadata }) => metadata.phi),
              },
              { eventStore, identity },
            ),
        },
      );
    },
  });
