import { z } from 'zod';
import type { CommandDefinition, CommandOutcome } from '../../commands/runtime/command-definition.ts';
import { citationSchema } from '../../domain/consultation/citation.ts';
import { streamIdSchema } from '../../domain/kernel/identifiers.ts';
import {
  citationRepresentation,
  toCitationRepresentation,
} from '../representations/citation-representation.ts';
import { MAX_POSITION } from '../request/query-fields.ts';

/** What every command answers. */
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
 * What a command answers. Further members depend on the command, e.g. `queryId`; with `Prefer: wait` also those of
 * what it has led to, such as `answer` and `citations`.
 */
const commandAnswerSchema = place.catchall(z.unknown());
export type CommandAnswer = z.input<typeof commandAnswerSchema>;

/** What one command answers at once. */
export const startedAnswer = ({ name, ids }: CommandDefinition): z.ZodObject =>
  place.extend(ids.shape).meta({ id: `${name}Answer` });

/** An end as it is shown: what an answer cites has the links to its pages and figures. */
const presentedEnding = (ending: z.ZodObject): z.ZodObject =>
  'citations' in ending.shape
    ? ending.extend({ citations: z.array(citationRepresentation).readonly() })
    : ending;

const presentedEnd = (end: object): object =>
  'citations' in end
    ? { ...end, citations: z.array(citationSchema).parse(end.citations).map(toCitationRepresentation) }
    : end;

/**
 * What one command answers when all is done: with the members of the end of what it started, in one of several forms.
 * Where it may start nothing, these may be absent.
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

/** The data of a command's answer, with the end of what it started where that was waited for. */
export const commandAnswer = (outcome: CommandOutcome, end: object = {}): CommandAnswer => ({
  ...outcome.ids,
  streamId: outcome.streamId,
  revision: outcome.revision,
  position: outcome.position,
  ...presentedEnd(end),
});
