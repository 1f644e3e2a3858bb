import { z } from 'zod';
import { defineEvent, type EventOf } from '../kernel/event-definition.ts';
import { failureCodes } from '../kernel/failure.ts';
import { uuidSchema } from '../kernel/identifiers.ts';
import { sensitive, sensitiveText } from '../privacy/sensitive.ts';
import { MAX_TOOL_CITATIONS, toolCitationSchema } from './tool-citation.ts';
import { toolNameSchema } from './tool-definition.ts';

/** By which door a call came. */
export const toolCallOrigins = ['api', 'query', 'voice', 'mcp', 'cli'] as const;

/** Why a call was not carried out, before anything was done. */
export const rejections = [
  'unknown_tool',
  'validation_error',
  'permission_denied',
  'phi_stays_local',
  'rate_limit_exceeded',
  'not_configured',
] as const;

/** Starts of one call, counted across crashes; only what may be repeated is started again. */
export const MAX_STARTS = 3;
const MAX_ISSUES = 20;

/** Replaces the name of an unknown tool: what a model made up may name a patient. */
export const UNKNOWN_TOOL = 'unknown_tool';

const person = z.string().min(1).max(256);
/** Ids that others gave, e.g. of a call by a model or of a voice session. */
export const externalIdSchema = z
  .string()
  .regex(/^[!-~]{1,256}$/, 'must be 1 to 256 printable ASCII characters without spaces');

const call = {
  toolCallId: uuidSchema,
  tool: toolNameSchema,
  /** The question for which a model called it. */
  queryId: uuidSchema.optional(),
  /** The session, e.g. of a voice client, from which it came. */
  sessionId: externalIdSchema.optional(),
};

const jsonObject = z.record(z.string(), z.unknown());
/** What replaces them once the person is erased: no tool takes it, so that nothing is called with it. */
const argumentsOfCall = sensitive(jsonObject, { erased: true });
const executionTimeMs = z.number().min(0);
const citations = z.array(toolCitationSchema).max(MAX_TOOL_CITATIONS);
const output = z.strictObject({ result: jsonObject, citations });

/** A tool is to be called: with what, for whom, and by which door that came. */
export const toolCallRequested = defineEvent(
  'ToolCallRequested',
  z.strictObject({
    ...call,
    /** As they came; none where they were too large to be kept. */
    arguments: argumentsOfCall,
    /** The person for whom it is called: the actor, or the one on whose behalf that acts. */
    requestedBy: person,
    origin: z.enum(toolCallOrigins),
    conversationId: uuidSchema.optional(),
    /** What the model calls this call. */
    modelCallId: externalIdSchema.optional(),
    /** The node that took the request made the call itself: its start and end are in the same append. */
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
    /** What is wrong with the arguments, without their values. */
    issues: z
      .array(z.strictObject({ path: z.string().max(200), message: z.string().max(500) }))
      .max(MAX_ISSUES)
      .optional(),
    /** Seconds until it would be allowed. */
    retryAfter: z.number().min(0).optional(),
  }),
);

/** A person is asked whether the tool should be called with exactly these arguments. */
export const toolConfirmationRequested = defineEvent(
  'ToolConfirmationRequested',
  z.strictObject({
    ...call,
    /** As they will be sent: with defaults, and without what may not leave the premises. */
    arguments: argumentsOfCall,
    prompt: sensitiveText(z.string().min(1).max(100_000)),
    /** By the clock that stamps the log. */
    expiresAt: z.iso.datetime({ precision: 3 }),
  }),
);

export const toolConfirmed = defineEvent('ToolConfirmed', z.strictObject({ ...call, by: person }));

export const toolDeclined = defineEvent('ToolDeclined', z.strictObject({ ...call, by: person }));

/** There was no answer in time. */
export const toolConfirmationExpired = defineEvent('ToolConfirmationExpired', z.strictObject(call));

/** The tool is about to be called: this is in the log before it is, unless the request says `atOnce`. */
export const toolStarted = defineEvent(
  'ToolStarted',
  z.strictObject({
    ...call,
    /** 1, and more where a process died on the way and the call may be repeated. */
    attempt: z.int().min(1).max(MAX_STARTS),
    /** The same at each attempt: services that know it do nothing twice. */
    idempotencyKey: uuidSchema,
    /** Whether something was left out of the arguments because it may not leave the premises. */
    redacted: z.boolean(),
    /** What it is called with, where that differs from what was asked for. */
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
    /** Whether the result holds PHI, and stays on the premises. */
    phi: z.boolean(),
  }),
);

export const toolFailed = defineEvent(
  'ToolFailed',
  z.strictObject({
    ...call,
    code: z.enum(failureCodes),
    /** A sentence of this program, never of the service that was asked; below it one for each argument that is wrong. */
    message: z.string().max(2000),
    details: z
      .record(z.string().max(64), z.union([z.string().max(500), z.number(), z.boolean(), z.null()]))
      .optional(),
    retryAfter: z.number().min(0).optional(),
    executionTimeMs,
    /** What was found in the house instead. */
    fallback: sensitive(z.strictObject({ tool: toolNameSchema, phi: z.boolean(), ...output.shape }), {
      tool: 'erased',
      phi: false,
      result: {},
      citations: [],
    }).optional(),
  }),
);

/** The tool's time was over; any result after that is ignored. */
export const toolTimedOut = defineEvent(
  'ToolTimedOut',
  z.strictObject({
    ...call,
    timeoutSeconds: z.number().positive(),
    executionTimeMs,
    /** What there was until then. */
    partial: sensitive(output, { result: {}, citations: [] }).optional(),
    phi: z.boolean(),
  }),
);

/** Somebody did not want it any more. Once it had been started, it may have taken effect. */
export const toolCancelled = defineEvent(
  'ToolCancelled',
  z.strictObject({ ...call, by: person, started: z.boolean() }),
);

/** It is unknown whether it took effect: a person has to look. It is never repeated automatically. */
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
