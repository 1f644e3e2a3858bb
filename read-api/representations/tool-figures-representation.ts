import { z } from 'zod';

/** Figures about the calls of each tool over a window; durations in milliseconds. */
export const toolFiguresRepresentation = z
  .object({
    tools: z
      .array(
        z.object({
          tool: z.string(),
          calls: z.int(),
          succeeded: z.int(),
          failed: z.int().meta({ description: 'Failed, timed out, or with an unknown outcome.' }),
          notRun: z.int().meta({
            description: 'Rejected, declined, cancelled, or not confirmed in time.',
          }),
          open: z.int().meta({ description: 'In progress, or awaiting confirmation.' }),
          latency: z
            .object({ p50: z.number(), p95: z.number() })
            .nullable()
            .meta({ description: 'From the start to the end of calls that ran; null if there are none.' }),
        }),
      )
      .readonly()
      .meta({ description: 'Tools with at least one call, by name.' }),
    complete: z.boolean().meta({ description: 'False if only the newest 10,000 calls were examined.' }),
  })
  .meta({ id: 'ToolFigures' });
