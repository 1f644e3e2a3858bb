import { z } from 'zod';
import type { CommandOutcome } from '../../commands/runtime/command-definition.ts';

/**
 * What a command answers. Further members depend on the command, e.g. `queryId`; with `Prefer: wait` also those of
 * what it has led to, such as `answer` and `citations`.
 */
export const commandAnswerSchema = z
  .object({
    streamId: z.string().meta({ description: 'The stream that was changed.' }),
    revision: z.int().meta({ description: 'Its last revision: for If-Match of the next command.' }),
    position: z.int().meta({ description: 'Send it as X-After-Position to read what you have written.' }),
  })
  .catchall(z.unknown());
export type CommandAnswer = z.input<typeof commandAnswerSchema>;

/** The data of a command's answer, with the end of what it started where that was waited for. */
export const commandAnswer = (outcome: CommandOutcome, end: object = {}): CommandAnswer => ({
  ...outcome.ids,
  streamId: outcome.streamId,
  revision: outcome.revision,
  position: outcome.position,
  ...end,
});
