import { z } from 'zod';
import type {
  CommandContext,
  CommandDefinition,
  CommandOutcome,
  CommandServices,
} from '../../commands/command-definition.ts';
import type { AccessRecorder } from '../access-recorder.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { parseIfMatch } from '../request/conditional-headers.ts';
import { parseInput } from '../request/parse-input.ts';
import { preferredWait } from '../request/prefer-wait.ts';
import type { StagedFile } from '../request/read-multipart.ts';
import type { RouteRequest } from '../routing/define-route.ts';
import { answerData, type DataAnswer } from '../routing/route-answer.ts';
import { type CommandAnswer, commandAnswer } from './command-answer.ts';
import { executeOnce, type KeptOutcome } from './execute-once.ts';

/** A validated input, and the file that came along. */
export type CommandInput = { readonly input: unknown; readonly file?: StagedFile };

const keySchema = z.object({
  'Idempotency-Key': z
    .string()
    .regex(/^[\x21-\x7e]{1,200}$/, 'Must be 1 to 200 printable ASCII characters without blanks')
    .optional(),
});

const keyOf = (header: string | undefined): string | undefined =>
  parseInput(keySchema, header === undefined ? {} : { 'Idempotency-Key': header }, 'request')[
    'Idempotency-Key'
  ];

const contextOf = (request: RouteRequest, commandId: string): CommandContext => {
  const expectedRevision = parseIfMatch(request.header('If-Match'));
  return {
    actor: request.caller.actor,
    commandId,
    correlationId: commandId,
    traceparent: request.trace.traceparent,
    client: request.client,
    ...(expectedRevision === undefined ? {} : { expectedRevision }),
  };
};

/**
 * Waits for what a command started. `undefined` when it did not come to an end in time. The command has taken effect:
 * that it cannot be waited for, as when the database falls silent, is no reason to say that it failed.
 */
const awaitOutcome = async (
  definition: CommandDefinition,
  outcome: CommandOutcome,
  seconds: number,
  request: RouteRequest,
  services: HttpApiServices,
): Promise<unknown> => {
  if (!definition.process || seconds === 0) return undefined;
  const signal = AbortSignal.any([AbortSignal.timeout(seconds * 1000), request.signal, services.stopping]);
  try {
    return await definition.process.awaitEnd(outcome, services.commandServices, signal);
  } catch (error) {
    services.logger.warn(
      { error, command: definition.name },
      'The end of a command could not be waited for.',
    );
    return undefined;
  }
};

/**
 * Runs a command and answers it: 200 when its effect is complete or was waited for, 202 with a `Location` when it
 * has only started. The input must have been validated by the definition's schema.
 */
export const runCommand = async (
  definition: CommandDefinition,
  { input, file }: CommandInput,
  request: RouteRequest,
  services: HttpApiServices,
  access: AccessRecorder,
): Promise<DataAnswer<CommandAnswer>> => {
  const key = keyOf(request.header('Idempotency-Key'));
  const execute = (commandId: string, commandServices: CommandServices): Promise<CommandOutcome> =>
    definition.handle(input, contextOf(request, commandId), commandServices, file);
  const kept: KeptOutcome | { readonly outcome: CommandOutcome; readonly replayed: false } =
    key === undefined
      ? { outcome: await execute(request.requestId, services.commandServices), replayed: false }
      : await executeOnce({
          idempotency: services.idempotency,
          clock: services.clock,
          commandServices: services.commandServices,
          scope: { actorId: request.caller.actor.id, command: definition.name, key },
          input,
          file,
          commandId: request.requestId,
          traceId: request.trace.traceId,
          wait: services.limits.idempotencyWait,
          signal: request.signal,
          execute,
        });
  const { outcome } = kept;
  const seconds = preferredWait(request.header('Prefer'), services.limits.maxPreferWaitSeconds);
  const result = await awaitOutcome(definition, outcome, seconds, request, services);
  const started = outcome.startedAt !== undefined && result === undefined;
  const { queryId } = outcome.ids;
  return answerData(commandAnswer(outcome, result), {
    status: started ? 202 : 200,
    ...('original' in kept ? { original: kept.original } : {}),
    headers: {
      ...(outcome.startedAt === undefined ? {} : { Location: outcome.startedAt }),
      ...(kept.replayed ? { 'Idempotency-Replayed': 'true' } : {}),
      ...(result === undefined ? {} : { 'Preference-Applied': `wait=${seconds}` }),
    },
    // An answer handed out with the command is read just as one that is fetched.
    ...(result !== undefined && typeof queryId === 'string'
      ? {
          beforeDelivery: async () => {
            await access.answerRead(request, queryId);
          },
        }
      : {}),
  });
};
