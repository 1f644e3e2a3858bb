import { z } from 'zod';
import type { CommandDefinition, CommandOutcome } from '../../commands/runtime/command-definition.ts';
import { citationSchema } from '../../domain/consultation/citation.ts';
import { streamIdSchema } from '../../domain/kernel/identifiers.ts';
import {
  citationRepresentation,
  toCitationRepresentation,
} from '../representations/citation-representation.ts';
import { MAX_POSITION } from '../request/query-fields.ts';

/** The response members common to all commands. */
const place = z.object({
  streamId: streamIdSchema.meta({ description: 'The stream that was changed.' }),
  revision: z
    .int()
    .min(0)
    .meta({ description: "The stream's last revision, after the outcome if it was awaited; for If-Match." }),
  position: z
    .int()
    .min(0)
    .max(MAX_POSITION)
    .meta({ description: 'Send it as X-After-Position to read your own write.' }),
});

/**
 * A command's response. Further members depend on the command, e.g. `queryId`; with `Prefer: wait` also on the
 * outcome of its process, such as `answer` and `citations`.
 */
const commandAnswerSchema = place.catchall(z.unknown());
export type CommandAnswer = z.input<typeof commandAnswerSchema>;

/** The response of one command without waiting. */
export const startedAnswer = ({ name, ids }: CommandDefinition): z.ZodObject =>
  place.extend(ids.shape).meta({ id: `${name}Answer` });

/** An end as shown to callers: citations have links to their pages and figures. */
const presentedEnding = (ending: z.ZodObject): z.ZodObject =>
  'citations' in ending.shape
    ? ending.extend({ citations: z.array(citationRepresentation).readonly() })
    : ending;

const presentedEnd = (end: object): object =>
  'citations' in end
    ? { ...end, citations: z.array(citationSchema).parse(end.citations).map(toCitationRepresentation) }
    : end;

/**
 * The response of one command when all is done, with the members of its process's end in one of several forms. They
 * may be absent if the command can start no process.
 */
export const completeAnswer = (definition: CommandDefinition): z.ZodType => {
  const { name, ids, process } = definition;
  if (!process) return startedAnswer(definition);
  const answer = place.extend(ids.shape);
  const forms = process.endings
    .map(presentedEnding)
    .map((ending) => answer.extend(process.optional ? ending.partial().shape : ending.shape));
  return (forms.length === 1 && forms[0] ? forms[0] : z.union(forms)).meta({ id: `${name}Outcome` });
};

/** The data of a command's response, with the end of its process if that was awaited. */
export const commandAnswer = (outcome: CommandOutcome, end: object = {}): CommandAnswer => ({
  ...outcome.ids,
  streamId: outcome.streamId,
  revision: outcome.revision,
  position: outcome.position,
  ...presentedEnd(end),
});
