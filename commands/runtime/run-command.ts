import type { z } from 'zod';
import type { Revision } from '../../domain/kernel/event.ts';
import type { FailureReason } from '../../domain/kernel/failure.ts';
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
  /** Input, already validated by the definition's schema. */
  readonly input: z.output<Schema>;
  readonly file?: UploadedFile | undefined;
  /** The revision that the caller saw: `conflict` if it is no longer the last. */
  readonly expectedRevision?: Revision | undefined;
  /** Makes a repeat harmless: the same key from the same caller gets the first outcome. Kept for a day. */
  readonly idempotencyKey?: string | undefined;
  /**
   * Whether a repeat has the same request id, as when it derives from an event: it is then harmless without a key,
   * however late it comes.
   */
  readonly mayBeRepeat?: boolean;
  /** The lease under which a consumer runs this; once it is lost, nothing is written. */
  readonly fence?: Fence | undefined;
  /** Milliseconds to wait for the end of the process that it starts; absent for no waiting. */
  readonly wait?: number;
  /**
   * Called after the command has been executed and before waiting for its end, to release what only the execution
   * needed.
   */
  readonly onExecuted?: () => Promise<void>;
  /** Aborts when the caller disconnects: the waiting stops, but the command still takes effect. */
  readonly signal: AbortSignal;
};

/** The result of a command. */
type CommandResult = {
  readonly outcome: CommandOutcome;
  /** How the started process ended; absent when nothing was started or waited for, or it did not end in time. */
  readonly end?: object;
  /** Why that end is an error, for interfaces that have errors. */
  readonly failed?: FailureReason;
  /** With a key: details of the first response. */
  readonly original?: FirstAnswer;
  /** True when the outcome is from an earlier request. */
  readonly replayed: boolean;
};

type Executed = Omit<CommandResult, 'end' | 'failed'>;

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

/**
 * The caller with their grounds for access to the command's target, which is their own when the command creates it.
 *
 * @throws Failure unless they may access it
 */
const requireOwnership = async <Schema extends z.ZodType>(
  { definition, caller, input }: Pick<CommandCall<Schema>, 'definition' | 'caller' | 'input'>,
  runtime: CommandRuntime,
): Promise<Caller> => {
  const level = levelOf(definition.ownership);
  const target = definition.target?.(input);
  if (level !== undefined && target !== undefined) return requireAccess(caller, target, level, runtime);
  const creates = level !== undefined || definition.ownership === 'begins';
  return creates
    ? { ...caller, access: { basis: 'own', ...omitUndefined({ reason: caller.reason }) } }
    : caller;
};

/**
 * Runs a command for a caller of any interface: checks access, executes it once, waits for its end if requested, and
 * records the disclosure of its result.
 *
 * @throws Failure `permission_denied`, the command's own refusals, and with a key those of `executeOnce`
 */
export const runCommand = async <Schema extends z.ZodType>(
  call: CommandCall<Schema>,
  runtime: CommandRuntime,
): Promise<CommandResult> => {
  const { definition } = call;
  requirePermission(call.caller.actor, definition.permission);
  // Also checked for a repeat: a caller who has lost access does not get the first response again.
  const caller = await requireOwnership(call, runtime);
  const executed = await execute({ ...call, caller }, runtime);
  await call.onExecuted?.();
  const awaited = await awaitOutcome(call, executed.outcome, runtime);
  if (awaited === undefined) return executed;
  const { failure: failed, ...end } = awaited;
  // Returning a result with the command discloses it just as fetching it does.
  const what = definition.process?.disclosureOf?.(executed.outcome);
  if (what) {
    const { commandServices } = runtime;
    const owner = await streamOwner(executed.outcome.streamId, commandServices.eventStore);
    await recordAccess(caller, { what, ...owner }, commandServices);
  }
  return { ...executed, end, ...omitUndefined({ failed }) };
};
