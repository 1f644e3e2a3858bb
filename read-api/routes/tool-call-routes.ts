import { z } from 'zod';
import { awaitInStream } from '../../commands/runtime/await-in-stream.ts';
import { recordListing } from '../../commands/runtime/record-listing.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { streamIdOf, uuidSchema } from '../../domain/kernel/identifiers.ts';
import { toolCallEndTypes, toolCallStatuses } from '../../domain/tools/tool-call-state.ts';
import { toolNameSchema } from '../../domain/tools/tool-definition.ts';
import { anySignal } from '../../ports/any-signal.ts';
import { getToolCall } from '../../projections/tool-calls/get-tool-call.ts';
import { listToolCalls } from '../../projections/tool-calls/list-tool-calls.ts';
import { toolCallsProjection } from '../../projections/tool-calls/projection.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { toolCallRepresentation } from '../representations/tool-call-representation.ts';
import { preferredWait } from '../request/prefer-wait.ts';
import { readFields } from '../request/query-fields.ts';
import { defineRoute, none, type Route, type RouteRequest } from '../routing/define-route.ts';
import { liveSignal } from '../routing/live-signal.ts';
import { answerData } from '../routing/route-answer.ts';
import { recordToolCallRead } from '../tools/record-tool-call-read.ts';
import { visibleToolCalls } from '../tools/visible-tool-calls.ts';
import { found } from './not-found.ts';
import { metadataOf, openReadModel } from './open-read-model.ts';
import { pageQuery } from './page-query.ts';

type Needs = Pick<
  HttpApiServices,
  'readModels' | 'eventStore' | 'identity' | 'commandServices' | 'clock' | 'limits' | 'stopping'
>;

/** The position at which a call ended, if `Prefer: wait` requests waiting; `undefined` when it did not end in time. */
const awaitEnd = async (
  toolCallId: string,
  seconds: number,
  { signal, principal }: RouteRequest,
  { commandServices, clock, stopping }: Needs,
): Promise<Position | undefined> => {
  const limit = anySignal([
    AbortSignal.timeout(seconds * 1000),
    liveSignal(signal, principal, clock),
    stopping,
  ]);
  return awaitInStream(
    {
      streamId: streamIdOf('tool_call', toolCallId),
      after: -1,
      types: toolCallEndTypes,
      endingOf: ({ position }) => position,
    },
    commandServices,
    limit,
  );
};

const toolCall = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/tool-calls/:id',
    access: 'tools:read',
    tag: 'Tools',
    operationId: 'getToolCall',
    summary: 'A tool call: the request, the pending confirmation, and the outcome. Access is recorded.',
    ownership: 'read',
    target: ({ id }) => ({ kind: 'tool_call', id }),
    discloses: ['ToolCallRead'],
    params: z.strictObject({ id: uuidSchema }),
    query: z.strictObject(readFields),
    headers: [
      {
        name: 'Prefer',
        description: '`wait=<seconds>` waits up to that long, 60 at most, for the end of the call.',
        schema: z.string(),
      },
    ],
    body: none,
    response: toolCallRepresentation,
    entityTag: 'whole',
    handle: async ({ params, query: { after } }, request) => {
      const seconds = preferredWait(request.header('Prefer'), services.limits.maxPreferWaitSeconds);
      const end = seconds > 0 ? await awaitEnd(params.id, seconds, request, services) : undefined;
      const from = end === undefined ? after : Math.max(end, after ?? 0);
      const view = await openReadModel(services.readModels, toolCallsProjection.name, from, request);
      const call = found(await getToolCall(view, params.id), 'tool call');
      return answerData(call, {
        metadata: metadataOf(view),
        revision: call.revision,
        ...(end === undefined ? {} : { headers: { 'Preference-Applied': `wait=${seconds}` } }),
        beforeDelivery: () => recordToolCallRead(call.toolCallId, request.caller, services),
      });
    },
  });

const toolCalls = (services: Needs): Route =>
  defineRoute({
    method: 'GET',
    path: '/api/tool-calls',
    access: 'tools:read',
    tag: 'Tools',
    operationId: 'listToolCalls',
    summary: 'Tool calls, newest first: the caller’s own, or all for oversight. Access is recorded.',
    ownership: 'listed',
    discloses: ['ToolCallsListed'],
    params: none,
    query: z.strictObject({
      ...pageQuery,
      state: z.enum(toolCallStatuses).optional(),
      tool: toolNameSchema.optional(),
      queryId: uuidSchema.optional().meta({ description: 'Calls made for one question.' }),
    }),
    body: none,
    response: z.array(toolCallRepresentation).readonly(),
    handle: async ({ query: { after, ...wanted } }, request) => {
      const { caller, ...visible } = visibleToolCalls(request.caller);
      const view = await openReadModel(services.readModels, toolCallsProjection.name, after, request);
      const page = await listToolCalls(view, { ...wanted, ...visible });
      return answerData(page.items, {
        metadata: metadataOf(view, page.nextCursor),
        beforeDelivery: () =>
          recordListing(
            page.items,
            caller,
            {
              what: {
                type: 'ToolCallsListed',
                data: { toolCallIds: page.items.map(({ toolCallId }) => toolCallId) },
              },
              subjects: page.subjects,
              // Arguments may be about a patient: only a completed screening rules that out.
              phi: page.items.some(({ phi }) => phi !== false),
            },
            services,
          ),
      });
    },
  });

/** Tool calls. */
export const toolCallRoutes = (services: Needs): readonly Route[] => [
  toolCalls(services),
  toolCall(services),
];
