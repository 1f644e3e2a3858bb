import { defineEntity, p } from '@mikro-orm/core';
import type { JsonObject } from '../../domain/kernel/json-object.ts';
import type { ToolCallStatus } from '../../domain/tools/tool-call-state.ts';
import type { ToolResult } from '../../domain/tools/tool-result.ts';
import type { RecordedOf } from '../keyed-projection.ts';
import type { RowOf } from '../row-of.ts';
import { defineSealing } from '../sealing/define-sealing.ts';
import type { OpenedRow, Sealed } from '../sealing/sealed.ts';

type Requested = RecordedOf<'ToolCallRequested'>['data'];
type Confirmation = Pick<RecordedOf<'ToolConfirmationRequested'>['data'], 'arguments' | 'prompt'>;

/** Why it was rejected; free of argument values. */
type ToolRejection = Pick<
  RecordedOf<'ToolCallRejected'>['data'],
  'because' | 'message' | 'issues' | 'retryAfter'
>;
/** How the tool failed; free of PHI. */
type ToolFailure = Pick<RecordedOf<'ToolFailed'>['data'], 'code' | 'details' | 'retryAfter'>;

/** One row per tool call. */
export const toolCallEntity = defineEntity({
  name: 'ToolCall',
  tableName: 'tool_calls',
  schema: '*',
  properties: {
    toolCallId: p.text().primary(),
    /** The subject whose key seals its events. Not shown. */
    subject: p.text(),
    /** The sender: the person, or a service that acts for them. Not shown. */
    actorId: p.text(),
    /** The person for whom the tool is called. */
    requestedBy: p.text(),
    tool: p.text(),
    status: p.text().$type<ToolCallStatus>(),
    origin: p.text().$type<Requested['origin']>(),
    queryId: p.text().strictNullable(),
    conversationId: p.text().strictNullable(),
    sessionId: p.text().strictNullable(),
    /** The real values of the sensitive columns, encrypted with the key of the subject; see `Sealing`. Not shown. */
    sealed: p.text().strictNullable(),
    /** The arguments as received; those sent may have parts removed or defaults added. */
    arguments: p.json<Sealed<JsonObject>>(),
    /** The confirmation prompt; null when there is none. */
    confirmation: p.json<Sealed<Confirmation>>().strictNullable(),
    /** The deadline of the confirmation; null when there is none. */
    expiresAt: p.text().strictNullable(),
    /** Null until the call has ended. */
    result: p.json<Sealed<ToolResult>>().strictNullable(),
    rejection: p.json<ToolRejection>().strictNullable(),
    failure: p.json<ToolFailure>().strictNullable(),
    /** Whether the result holds PHI; null until there is one. */
    phi: p.boolean().strictNullable(),
    /** Whether parts of the arguments were removed because they must not leave the premises; null until it started. */
    redacted: p.boolean().strictNullable(),
    /** The number of starts, across crashes. */
    attempts: p.integer(),
    requestedAt: p.text(),
    /** Log position of the request: the order of lists. */
    requestedPosition: p.bigint('number'),
    confirmedAt: p.text().strictNullable(),
    startedAt: p.text().strictNullable(),
    endedAt: p.text().strictNullable(),
    /** The revision of the call's stream. */
    revision: p.integer(),
  },
  indexes: [
    { properties: ['subject'] },
    { properties: ['requestedBy', 'requestedPosition'] },
    { properties: ['requestedPosition'] },
    { properties: ['actorId', 'requestedPosition'] },
    { properties: ['status', 'requestedPosition'] },
    { properties: ['tool', 'requestedPosition'] },
    { properties: ['queryId', 'requestedPosition'] },
  ],
});
export type ToolCallRow = OpenedRow<RowOf<typeof toolCallEntity>>;

export const toolCallSealing = defineSealing(toolCallEntity, {
  projection: 'tool-calls',
  since: 1,
  key: 'toolCallId',
  columns: { arguments: {}, confirmation: null, result: null },
});
