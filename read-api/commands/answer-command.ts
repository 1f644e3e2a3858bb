import { z } from 'zod';
import type { CommandDefinition } from '../../commands/runtime/command-definition.ts';
import { runCommand } from '../../commands/runtime/run-command.ts';
import { Failure } from '../../domain/kernel/failure.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { parseIfMatch } from '../request/conditional-headers.ts';
import { parseInput } from '../request/parse-input.ts';
import { preferredWait } from '../request/prefer-wait.ts';
import type { StagedFile } from '../request/read-multipart.ts';
import type { RouteRequest } from '../routing/define-route.ts';
import { liveSignal } from '../routing/live-signal.ts';
import { answerData, type DataAnswer } from '../routing/route-answer.ts';
import { type CommandAnswer, commandAnswer } from './command-answer.ts';
import { idempotencyKey } from './command-headers.ts';

/** A validated input, with the uploaded file. */
export type CommandInput = { readonly input: unknown; readonly file?: StagedFile };

type Answering = CommandInput & {
  /** Called after the command has been executed and before waiting for its end. */
  readonly onExecuted?: () => Promise<void>;
};

const keySchema = z.object({
  'Idempotency-Key': idempotencyKey.optional(),
});

const keyOf = (header: string | undefined): string | undefined =>
  parseInput(keySchema, header === undefined ? {} : { 'Idempotency-Key': header }, 'request')[
    'Idempotency-Key'
  ];

/**
 * Runs a command with the options in the request's headers and returns its response: 200 when its effect is complete
 * or was awaited, 202 with a `Location` when it has only started. The input must be validated by the definition's
 * schema.
 *
 * @throws Failure of the command, or of its process if that came to nothing while the caller waited
 */
export const answerCommand = async (
  definition: CommandDefinition,
  { input, file, onExecuted }: Answering,
  { caller, principal, header, signal }: RouteRequest,
  services: HttpApiServices,
): Promise<DataAnswer<CommandAnswer>> => {
  const key = keyOf(header('Idempotency-Key'));
  const expectedRevision = parseIfMatch(header('If-Match'));
  const seconds = preferredWait(header('Prefer'), services.limits.maxPreferWaitSeconds);
  const { outcome, end, failed, original, replayed } = await runCommand(
    {
      definition,
      caller,
      input,
      file,
      idempotencyKey: key,
      expectedRevision,
      wait: seconds * 1000,
      signal: seconds > 0 ? liveSignal(signal, principal, services.clock) : signal,
      ...omitUndefined({ onExecuted }),
    },
    services,
  );
  if (failed !== undefined) throw new Failure(failed);
  const started = outcome.startedAt !== undefined && end === undefined;
  return answerData(commandAnswer(outcome, end), {
    status: started ? 202 : 200,
    ...omitUndefined({ original }),
    headers: {
      ...omitUndefined({ Location: outcome.startedAt }),
      ...(replayed ? { 'Idempotency-Replayed': 'true' } : {}),
      ...(end === undefined ? {} : { 'Preference-Applied': `wait=${seconds}` }),
    },
  });
};
