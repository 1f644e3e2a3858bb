import { z } from 'zod';
import { permissions } from '../../domain/kernel/actor.ts';
import { toolCategories } from '../../domain/tools/tool-definition.ts';

const jsonSchema = z.record(z.string(), z.unknown()).meta({ description: 'JSON Schema.' });

/** A tool in full. */
const toolRepresentation = z
  .object({
    name: z.string(),
    category: z.enum(toolCategories),
    description: z.string(),
    available: z.boolean().meta({ description: 'True if it is configured here.' }),
    unavailable: z
      .string()
      .optional()
      .meta({ description: 'A sentence that names the setting that enables it.' }),
    mayCall: z.boolean().meta({ description: 'True if the caller may call it.' }),
    requiresPhi: z.boolean(),
    requiresConfirmation: z.boolean().meta({ description: 'True if a person must confirm each call.' }),
    riskLevel: z.enum(['low', 'medium', 'high']),
    rateLimit: z.int().meta({ description: 'Calls per person in any minute.' }),
    timeoutSeconds: z.number(),
    permission: z.enum(permissions),
    sends: z
      .enum(['nothing', 'on-premises', 'outside'])
      .meta({ description: 'Where its arguments are sent.' }),
    phiOutside: z.enum(['redact', 'refuse']).optional(),
    arguments: jsonSchema,
    result: jsonSchema,
  })
  .meta({ id: 'Tool' });

const functionShape = { name: z.string(), description: z.string(), parameters: jsonSchema };

/** A list of tools in one of the forms. */
export const toolListRepresentation = z.union([
  z.array(toolRepresentation).readonly(),
  z
    .array(
      z
        .object({ type: z.literal('function'), function: z.object(functionShape) })
        .meta({ id: 'OpenAiChatTool' }),
    )
    .readonly(),
  z
    .array(z.object({ type: z.literal('function'), ...functionShape }).meta({ id: 'OpenAiRealtimeTool' }))
    .readonly(),
  z
    .array(
      z
        .object({
          name: z.string(),
          description: z.string(),
          inputSchema: jsonSchema,
          annotations: z.record(z.string(), z.boolean()),
        })
        .meta({ id: 'McpTool' }),
    )
    .readonly(),
]);
