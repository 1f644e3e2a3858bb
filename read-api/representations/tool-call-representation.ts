import { z } from 'zod';
import { failureCodes } from '../../domain/kernel/failure.ts';
import { uuidSchema } from '../../domain/kernel/identifiers.ts';
import { rejections, toolCallOrigins } from '../../domain/tools/tool-call-events.ts';
import { toolCallStatuses } from '../../domain/tools/tool-call-state.ts';
import { toolConfirmationSchema } from '../../domain/tools/tool-confirmation.ts';
import { toolResultSchema } from '../../domain/tools/tool-result.ts';

const jsonObject = z.record(z.string(), z.unknown());
const instant = z.string().meta({ description: 'ISO 8601 UTC.' });

/** The confirmation prompt for a tool call. */
export const toolConfirmationRepresentation = toolConfirmationSchema.meta({ id: 'ToolConfirmation' });

/** A tool call. */
export const toolCallRepresentation = z
  .object({
    toolCallId: uuidSchema,
    tool: z.string(),
    status: z.enum(toolCallStatuses),
    origin: z.enum(toolCallOrigins),
    requestedBy: z.string().meta({ description: 'The person for whom it was called.' }),
    queryId: uuidSchema.nullable().meta({ description: 'The question for which it was called.' }),
    conversationId: uuidSchema.nullable(),
    sessionId: z.string().nullable(),
    arguments: jsonObject.meta({ description: 'The arguments as received.' }),
    confirmation: toolConfirmationRepresentation
      .nullable()
      .meta({ description: 'The confirmation prompt; null if there is none.' }),
    result: toolResultSchema.nullable().meta({
      id: 'ToolResult',
      description: 'The summary of its end for models and people; null until then.',
    }),
    rejection: z
      .object({
        because: z.enum(rejections),
        message: z.string(),
        issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
        retryAfter: z.number().optional(),
      })
      .nullable(),
    failure: z
      .object({
        code: z.enum(failureCodes),
        details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).optional(),
        retryAfter: z.number().optional(),
      })
      .nullable(),
    phi: z
      .boolean()
      .nullable()
      .meta({ description: 'True if the result contains PHI: no cloud model receives it.' }),
    redacted: z
      .boolean()
      .nullable()
      .meta({ description: 'True if something was removed because it may not leave the premises.' }),
    attempts: z.int(),
    requestedAt: instant,
    confirmedAt: instant.nullable(),
    startedAt: instant.nullable(),
    endedAt: instant.nullable(),
    revision: z.int(),
  })
  .meta({ id: 'ToolCall' });
