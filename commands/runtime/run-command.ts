import type { z } from 'zod';
import type { Revision } from '../../domain/kernel/event.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { levelOf } from '../../domain/ownership/ownership-rule.ts';
import type { Fence } from '../../ports/leases.ts';
import { traceIdOf } from '../../ports/trace-scope.ts';
import { requirePermission } from './authorize.ts';
import { awaitOutcome } from './await-outcome.ts';
import type { Caller } from './caller.ts';
import type {
  CommandDefinition,
  CommandOutcome,
  CommandServices,
  UploadedFile,
} from './command-definition.ts';
import type { CommandRuntime } from './command-runtime.ts';
import { contextOf } from './context-of.ts';
import { executeOnce, type FirstAnswer } from './execute-once.ts';
import { requireAccess } from './ownership/require-access.ts';
import { recordAccess } from './record-access.ts';
import { servicesBeforeCommand } from './services-before-command.ts';
import { streamOwner } from './stream-owner.ts';

/** A command as a caller sends it. */
export type CommandCall<Schema extends z.ZodType = z.ZodType> = {
  readonly definition: CommandDefinition<Schema>;
  readonly caller: Caller;
  /** Validated by the definition's schema. */
  readonly input: z.output<Schema>;
  readonly file?: UploadedFile | undefined;
  /** The revision that the caller saw: `conflict` if it is no longer the last. */
  readonly expectedRevision?: Revision | undefined;
  /** Makes a repeat harmless: the same caller's same key gets the first outcome. Remembered for a day. */
  readonly idempotencyKey?: string | undefined;
  /**
   * Whether a repeat has the same request id, as one that derives from an event has: it is then harmless without a key,
   * however much later it comes.
   */
  readonly mayBeRepeat?: boolean;
  /** The ownership under which a consumer asks: once that is lost, nothing is written. */
  readonly fence?: Fence | undefined;
  /** Milliseconds to wait for the end of what it starts; absent for not at all. */
  readonly wait?: number;
  /** Called once it is carried out, before its end is waited for: lets go of what only carrying it out needed. */
  readonly onExecuted?: () => Promise<void>;
  /** Aborts when the caller leaves: nothing is waited for any more. The command takes effect all the same. */
  readonly signal: AbortSignal;
};

/** What became of a command. */
type CommandResult = {
  readonly outcome: CommandOutcome;
  /** How what it started has ended; absent where nothing was started or waited for, or it has not ended in time. */
  readonly end?: object;
  /** With a key: the first answer. */
  readonly original?: FirstAnswer;
  /** Whether it is an earlier outcome that is given again. */
  readonly replayed: boolean;
};

type Executed = Omit<CommandResult, 'end'>;

const execute = async (call: CommandCall, runtime: CommandRuntime): Promise<Executed> => {
  const { definition, caller, input, file, expectedRevision, fence, idempotencyKey: key } = call;
  const { commandServices } = runtime;
  const handle = (commandId: string, services: CommandServices): Promise<CommandOutcome> =>
    definition.handle(input, contextOf(caller, { commandId, expectedRevision, fence }), services, file);
  if (key === undefined) {
    const { requestId } = caller;
    const services = call.mayBeRepeat ? servicesBeforeCommand(requestId, commandServices) : commandServices;
    return { outcome: await handle(requestId, services), replayed: false };
  }
  return executeOnce({
    ...runtime,
    scope: {
      actorId: caller.actor.id,
      ...omitUndefined({ onBehalfOf: caller.actor.onBehalfOf }),
      command: definition.name,
      key,
    },
    input,
    file,
    commandId: caller.requestId,
    traceId: traceIdOf(caller.traceparent) ?? caller.requestId,
    wait: runtime.limits.idempotencyWait,
    signal: call.signal,
    ...omitUndefined({ shownOnce: definition.shownOnce }),
    execute: handle,
  });
};

/** Allows callers that may access what the command names. */
const requireOwnership = async <Schema extends z.ZodType>(
  { definition, caller, input }: Pick<CommandCall<Schema>, 'definition' | 'caller' | 'input'>,
  runtime: CommandRuntime,
): Promise<Caller> => {
  const level = levelOf(definition.ownership);
  const target = definition.target?.(input);
  return level === undefined || target === undefined ? caller : requireAccess(caller, target, level, runtime);
};

/**
 * Runs a command for a caller of any interface: checks that they may, executes it once, waits for what it starts
 * where they want that, and records that they were given its result.
 *
 * @throws Failure `permission_denied`, what the command refuses with, and with a key what `executeOnce` throws
 */
export const runCommand = async <Schema extends z.ZodType>(
  call: CommandCall<Schema>,
  runtime: CommandRuntime,
): Promise<CommandResult> => {
  const { definition } = call;
  requirePermission(call.caller.actor, definition.permission);
  // Also before a repeat gets its first answer: a caller who has lost access does not get it again.
  const caller = await requireOwnership(call, runtime);
  const executed = await execute({ ...call, caller }, runtime);
  await call.onExecuted?.();
  const end = await awaitOutcome(call, executed.outcome, runtime);
  if (end === undefined) return executed;
  // A result that is handed out with the command is read just as one that is fetched.
  const what = definition.process?.disclosureOf?.(executed.outcome);
  if (what) {
    const { commandServices } = runtime;
    const owner = await streamOwner(executed.outcome.streamId, commandServices.eventStore);
    await recordAccess(caller, { what, ...owner }, commandServices);
  }
  return { ...executed, end };
};
