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

/** Why it was not carried out; free of values. */
type ToolRejection = Pick<
  RecordedOf<'ToolCallRejected'>['data'],
  'because' | 'message' | 'issues' | 'retryAfter'
>;
/** How the tool failed; free of PHI. */
type ToolFailure = Pick<RecordedOf<'ToolFailed'>['data'], 'code' | 'details' | 'retryAfter'>;

/** One row a call of a tool. */
export const toolCallEntity = defineEntity({
  name: 'ToolCall',
  tableName: 'tool_calls',
  schema: '*',
  properties: {
    toolCallId: p.text().primary(),
    /** Under this subject's key its events are sealed. Not shown. */
    subject: p.text(),
    /** Who sent it: the person, or what acts for them. Not shown. */
    actorId: p.text(),
    /** The person for whom it is called. */
    requestedBy: p.text(),
    tool: p.text(),
    status: p.text().$type<ToolCallStatus>(),
    origin: p.text().$type<Requested['origin']>(),
    queryId: p.text().strictNullable(),
    conversationId: p.text().strictNullable(),
    sessionId: p.text().strictNullable(),
    /** The real values of the sensitive columns, encrypted with the key of the subject; see `Sealing`. Not shown. */
    sealed: p.text().strictNullable(),
    /** As they came; what is sent can be less, or more by defaults. */
    arguments: p.json<Sealed<JsonObject>>(),
    /** What the person is, or was, asked; null where no person is asked. */
    confirmation: p.json<Sealed<Confirmation>>().strictNullable(),
    /** Until when they can say; null where no person is asked. */
    expiresAt: p.text().strictNullable(),
    /** Null until it has ended. */
    result: p.json<Sealed<ToolResult>>().strictNullable(),
    rejection: p.json<ToolRejection>().strictNullable(),
    failure: p.json<ToolFailure>().strictNullable(),
    /** Whether the result holds PHI; null until there is one. */
    phi: p.boolean().strictNullable(),
    /** Whether something was left out of the arguments because it may not leave the premises; null until it started. */
    redacted: p.boolean().strictNullable(),
    /** Starts, counted across crashes. */
    attempts: p.integer(),
    requestedAt: p.text(),
    /** Log position of the request: the order of lists. */
    requestedPosition: p.bigint('number'),
    confirmedAt: p.text().strictNullable(),
    startedAt: p.text().strictNullable(),
    endedAt: p.text().strictNullable(),
    /** Of the call's stream. */
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
