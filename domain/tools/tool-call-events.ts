import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { failureCodes } from '../kernel/failure.ts';
import { uuidSchema } from '../kernel/identifiers.ts';
import { sensitive, sensitiveText } from '../privacy/sensitive.ts';
import { MAX_TOOL_CITATIONS, toolCitationSchema } from './tool-citation.ts';
import { toolNameSchema } from './tool-definition.ts';

/** The entry point of a call. */
export const toolCallOrigins = ['api', 'query', 'voice', 'mcp', 'cli'] as const;

/** Why a call was refused before anything was done. */
export const rejections = [
  'unknown_tool',
  'validation_error',
  'permission_denied',
  'phi_stays_local',
  'rate_limit_exceeded',
  'not_configured',
] as const;

/** The maximum number of starts of a call, counted across crashes; only repeatable calls are started again. */
export const MAX_STARTS = 3;
const MAX_ISSUES = 20;

/** Replaces the name of an unknown tool: a name invented by a model may contain a patient's. */
export const UNKNOWN_TOOL = 'unknown_tool';

const person = z.string().min(1).max(256);
/** Ids assigned by others, e.g. a model's id of a call, or the id of a voice session. */
export const externalIdSchema = z
  .string()
  .regex(/^[!-~]{1,256}$/, 'must be 1 to 256 printable ASCII characters without spaces');

const call = {
  toolCallId: uuidSchema,
  tool: toolNameSchema,
  /** The question for which a model made the call. */
  queryId: uuidSchema.optional(),
  /** The session that made the call, e.g. of a voice client. */
  sessionId: externalIdSchema.optional(),
};

const jsonObject = z.record(z.string(), z.unknown());
/** Replaces the arguments once the person has been erased: no tool accepts it, so no call can be made with it. */
const argumentsOfCall = sensitive(jsonObject, { erased: true });
const executionTimeMs = z.number().min(0);
const citations = z.array(toolCitationSchema).max(MAX_TOOL_CITATIONS);
const output = z.strictObject({ result: jsonObject, citations });

/** A tool call was requested: with its arguments, its person and its entry point. */
export const toolCallRequested = defineEvent(
  'ToolCallRequested',
  z.strictObject({
    ...call,
    /** As received; absent if they were too large to store. */
    arguments: argumentsOfCall,
    /** The person for whom the tool is called: the actor, or the person on whose behalf the actor works. */
    requestedBy: person,
    origin: z.enum(toolCallOrigins),
    conversationId: uuidSchema.optional(),
    /** The model's id of the call. */
    modelCallId: externalIdSchema.optional(),
    /** The node that accepted the request also made the call: its start and end are in the same append. */
    atOnce: z.literal(true).optional(),
  }),
);

export const toolCallRejected = defineEvent(
  'ToolCallRejected',
  z.strictObject({
    ...call,
    because: z.enum(rejections),
    /** A sentence, free of values. */
    message: z.string().max(500),
    /** The errors in the arguments, without their values. */
    issues: z
      .array(z.strictObject({ path: z.string().max(200), message: z.string().max(500) }))
      .max(MAX_ISSUES)
      .optional(),
    /** Seconds until the call would be allowed. */
    retryAfter: z.number().min(0).optional(),
  }),
);

/** A person was asked to confirm a call with exactly these arguments. */
export const toolConfirmationRequested = defineEvent(
  'ToolConfirmationRequested',
  z.strictObject({
    ...call,
    /** As they will be sent: with defaults, and without anything that may not leave the premises. */
    arguments: argumentsOfCall,
    prompt: sensitiveText(z.string().min(1).max(100_000)),
    /** By the clock that stamps the log. */
    expiresAt: z.iso.datetime({ precision: 3 }),
  }),
);

export const toolConfirmed = defineEvent('ToolConfirmed', z.strictObject({ ...call, by: person }));

export const toolDeclined = defineEvent('ToolDeclined', z.strictObject({ ...call, by: person }));

/** The person did not answer in time. */
export const toolConfirmationExpired = defineEvent('ToolConfirmationExpired', z.strictObject(call));

/** A call is about to start. Recorded before it does, unless the request is marked `atOnce`. */
export const toolStarted = defineEvent(
  'ToolStarted',
  z.strictObject({
    ...call,
    /** 1; higher if a process crashed and the call may be repeated. */
    attempt: z.int().min(1).max(MAX_STARTS),
    /** The same in every attempt: services that support it do nothing twice. */
    idempotencyKey: uuidSchema,
    /** Whether arguments were redacted because they may not leave the premises. */
    redacted: z.boolean(),
    /** How far the arguments travelled; not recorded by earlier versions, nor for tools that send nothing. */
    sends: z.enum(['on-premises', 'outside']).optional(),
    /** The arguments as sent, if they differ from those requested. */
    sent: sensitive(jsonObject, {}).optional(),
  }),
);

export const toolSucceeded = defineEvent(
  'ToolSucceeded',
  z.strictObject({
    ...call,
    result: sensitive(jsonObject, {}),
    citations: sensitive(citations, []),
    executionTimeMs,
    /** Whether the result contains PHI and must stay on the premises. */
    phi: z.boolean(),
  }),
);

export const toolFailed = defineEvent(
  'ToolFailed',
  z.strictObject({
    ...call,
    code: z.enum(failureCodes),
    /** A sentence of this program, never of the external service; below it, one for each invalid argument. */
    message: z.string().max(2000),
    details: z
      .record(z.string().max(64), z.union([z.string().max(500), z.number(), z.boolean(), z.null()]))
      .optional(),
    retryAfter: z.number().min(0).optional(),
    executionTimeMs,
    /** The result of the in-house fallback. */
    fallback: sensitive(z.strictObject({ tool: toolNameSchema, phi: z.boolean(), ...output.shape }), {
      tool: 'erased',
      phi: false,
      result: {},
      citations: [],
    }).optional(),
  }),
);

/** The tool ran out of time; any later result is ignored. */
export const toolTimedOut = defineEvent(
  'ToolTimedOut',
  z.strictObject({
    ...call,
    timeoutSeconds: z.number().positive(),
    executionTimeMs,
    /** The partial result so far. */
    partial: sensitive(output, { result: {}, citations: [] }).optional(),
    phi: z.boolean(),
  }),
);

/** The call was cancelled. If it had been started, it may have taken effect. */
export const toolCancelled = defineEvent(
  'ToolCancelled',
  z.strictObject({ ...call, by: person, started: z.boolean() }),
);

/** It is unknown whether the call took effect: a person must check. It is never repeated automatically. */
export const toolOutcomeUnknown = defineEvent(
  'ToolOutcomeUnknown',
  z.strictObject({
    ...call,
    because: z.enum(['crash', 'timeout', 'not_told']),
    message: z.string().max(500),
    executionTimeMs: executionTimeMs.optional(),
  }),
);

export const toolCallEvents = [
  toolCallRequested,
  toolCallRejected,
  toolConfirmationRequested,
  toolConfirmed,
  toolDeclined,
  toolConfirmationExpired,
  toolStarted,
  toolSucceeded,
  toolFailed,
  toolTimedOut,
  toolCancelled,
  toolOutcomeUnknown,
] as const;
export type ToolCallEvent = EventOf<(typeof toolCallEvents)[number]>;
