import { z } from 'zod';
import type { CommandDefinition } from '../../commands/runtime/command-definition.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { parseInput } from '../request/parse-input.ts';
import { announcedBytes, type UploadSlots } from '../request/upload-slots.ts';
import { none, type Route, type RouteDocumentation, type RouteResponse } from '../routing/define-route.ts';
import { takeFromLimit } from '../routing/limit-rate.ts';
import { limitedUser } from '../routing/limited-user.ts';
import type { Tag } from '../routing/route-tags.ts';
import { answerCommand } from './answer-command.ts';
import { completeAnswer, startedAnswer } from './command-answer.ts';
import { commandHeaders } from './command-headers.ts';
import { readCommandInput } from './read-command-input.ts';

/** The two ways to send the input along with the file: as JSON in one part, or each field in its own part. */
const fileForm = (input: z.ZodType): z.ZodType =>
  z.object({
    ...(input instanceof z.ZodObject ? input.partial().shape : {}),
    file: z.file().meta({ description: 'The file.' }),
    command: input.optional().meta({
      description: 'All other fields as one JSON object; fields sent separately take precedence.',
    }),
  });

const replayable = ['Idempotency-Replayed'] as const;

/** The response of a command, for the documentation. */
const responsesOf = (definition: CommandDefinition): readonly RouteResponse[] =>
  definition.process
    ? [
        {
          status: 200,
          description: definition.process.optional
            ? 'No process was needed, or its outcome was awaited.'
            : definition.process.failures === undefined
              ? 'The process has ended, successfully or not, while the request waited.'
              : 'The process has ended while the request waited, with something to show.',
          data: completeAnswer(definition),
          headers: [...replayable, 'Location', 'Preference-Applied'],
        },
        {
          status: 202,
          description: 'A process was started; `Location` is the address of its progress.',
          data: startedAnswer(definition),
          headers: [...replayable, 'Location'],
        },
      ]
    : [
        {
          status: 200,
          description: 'The effect is complete.',
          data: completeAnswer(definition),
          headers: replayable,
        },
      ];

const failuresOf = ({ process }: CommandDefinition): Pick<RouteDocumentation, 'failures'> =>
  omitUndefined({ failures: process?.failures });

/** The route of one command: `POST /api/commands/<Name>`. */
export const commandRoute = (
  definition: CommandDefinition,
  services: HttpApiServices,
  uploads: UploadSlots,
): Route => ({
  method: 'POST',
  path: `/api/commands/${definition.name}`,
  access: definition.permission,
  tag: 'Commands',
  operationId: definition.name,
  summary: definition.summary,
  ownership: definition.ownership,
  discloses: definition.discloses,
  startsWork: definition.process !== undefined,
  documentation: {
    params: none,
    query: none,
    headers: commandHeaders,
    body: definition.acceptsFile
      ? { contentType: 'multipart/form-data', schema: fileForm(definition.input) }
      : { contentType: 'application/json', schema: definition.input },
    responses: responsesOf(definition),
    ...failuresOf(definition),
  },
  handle: async (input, open, known) => {
    if (!known) throw new Error(`${definition.name} was called without a caller.`);
    parseInput(none, input.query, 'query string');
    const request = { ...open, ...known };
    if (definition.acceptsFile)
      await takeFromLimit(services, {
        name: 'uploads',
        key: limitedUser(known.principal),
        points: announcedBytes(request.incoming, services.limits),
      });
    // Upload space is reserved before any of the file is read, and released when none of it is staged any more.
    const giveBack = definition.acceptsFile ? uploads.take(request.incoming, known.principal.id) : () => {};
    try {
      const command = await readCommandInput(definition, request, services);
      const onExecuted = async (): Promise<void> => {
        await command.file?.discard();
        giveBack();
      };
      try {
        return await answerCommand(definition, { ...command, onExecuted }, request, services);
      } finally {
        await command.file?.discard();
      }
    } finally {
      giveBack();
    }
  },
});

/** Another way to reach a command, with its input in the path. */
type CommandAlias = {
  readonly command: string;
  readonly path: string;
  readonly operationId: string;
  readonly tag: Tag;
  readonly params: z.ZodType<Readonly<Record<string, string>>>;
  readonly inputOf: (params: Readonly<Record<string, string>>) => unknown;
};

/** The route of an alias. Its command must be registered; anything else is a wiring error. */
export const commandAliasRoute = (alias: CommandAlias, services: HttpApiServices): Route => {
  const definition = services.commands.find(({ name }) => name === alias.command);
  if (!definition)
    throw new Error(`${alias.path} is an alias of the command ${alias.command}, which is not registered.`);
  return {
    method: 'POST',
    path: alias.path,
    access: definition.permission,
    tag: alias.tag,
    operationId: alias.operationId,
    summary: `${definition.summary} Same as the command ${definition.name}.`,
    ownership: definition.ownership,
    discloses: definition.discloses,
    startsWork: definition.process !== undefined,
    documentation: {
      params: alias.params,
      query: none,
      headers: commandHeaders,
      body: undefined,
      responses: responsesOf(definition),
      ...failuresOf(definition),
    },
    handle: async (input, request, known) => {
      if (!known) throw new Error(`${alias.path} was called without a caller.`);
      parseInput(none, input.query, 'query string');
      const params = parseInput(alias.params, input.params, 'path');
      const command = { input: parseInput(definition.input, alias.inputOf(params), 'path') };
      return answerCommand(definition, command, { ...request, ...known }, services);
    },
  };
};
