import { z } from 'zod';
import { canonicalJson } from '../../domain/kernel/canonical-json.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { streamIdSchema } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import { abortablePause } from '../../ports/abortable-pause.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Hasher } from '../../ports/hasher.ts';
import type { IdempotencyScope, IdempotencyStore } from '../../ports/idempotency-store.ts';
import type { CommandOutcome, CommandServices, UploadedFile } from './command-definition.ts';
import { servicesBeforeCommand } from './services-before-command.ts';

/** When, and in which trace, an outcome was first returned. */
export type FirstAnswer = { readonly traceId: string; readonly timestamp: string };

/** An outcome with details of its first response. */
export type StoredOutcome = {
  readonly outcome: CommandOutcome;
  readonly original: FirstAnswer;
  /** True when the outcome is from an earlier request. */
  readonly replayed: boolean;
};

export type ExecuteOnceOptions = {
  readonly idempotency: IdempotencyStore;
  readonly hasher: Hasher;
  readonly clock: Clock;
  readonly commandServices: CommandServices;
  readonly scope: IdempotencyScope;
  /** The validated input, and the name and digest of the file: two requests are the same when these are equal. */
  readonly input: unknown;
  readonly file: Pick<UploadedFile, 'fileName' | 'sha256'> | undefined;
  /** The id of the command if the key is new. */
  readonly commandId: string;
  readonly traceId: string;
  /** Milliseconds to wait for an execution in progress. */
  readonly wait: number;
  readonly signal: AbortSignal;
  /** The ids that are returned only this once. */
  readonly shownOnce?: readonly string[];
  readonly execute: (commandId: string, services: CommandServices) => Promise<CommandOutcome>;
};

const FIRST_PAUSE_MS = 20;
const MAX_PAUSE_MS = 250;

const keptSchema = z.strictObject({
  outcome: z.strictObject({
    streamId: streamIdSchema,
    revision: z.int(),
    position: z.int(),
    ids: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
    startedAt: z.string().optional(),
  }),
  original: z.strictObject({ traceId: z.string(), timestamp: z.string() }),
});

const readKept = (answer: string): StoredOutcome => {
  const { outcome, original } = keptSchema.parse(JSON.parse(answer));
  const { startedAt, ...rest } = outcome;
  return {
    outcome: { ...rest, ...omitUndefined({ startedAt }) },
    original,
    replayed: true,
  };
};

/** Salted with the scope: equal questions of different people have different fingerprints. */
const fingerprintOf = ({ scope, input, file, hasher }: ExecuteOnceOptions): string =>
  hasher.sha256(
    canonicalJson([
      scope.actorId,
      scope.command,
      scope.key,
      input,
      file?.sha256 ?? null,
      file?.fileName ?? null,
    ]),
  );

const usedForAnother = (): Failure =>
  new Failure(
    failure(
      'rule_violated',
      'This Idempotency-Key was used with a different input. Use a new key for a new request.',
    ),
  );
const wasErased = (): Failure =>
  new Failure(
    failure(
      'rule_violated',
      'The request with this Idempotency-Key was executed, and what it did was erased since. It is not executed again.',
      { details: { reason: 'subject_erased' } },
    ),
  );
const stillRunning = (): Failure =>
  new Failure(
    failure('unavailable', 'A request with this Idempotency-Key is still being executed. Try again.', {
      retryAfter: 1,
    }),
  );

/** The part of an outcome to store; a secret in it must not be stored anywhere. */
const withoutOnce = (outcome: CommandOutcome, { shownOnce = [] }: ExecuteOnceOptions): CommandOutcome => ({
  ...outcome,
  ids: Object.fromEntries(Object.entries(outcome.ids).filter(([name]) => !shownOnce.includes(name))),
});

const claim = async (options: ExecuteOnceOptions) => {
  const fingerprint = fingerprintOf(options);
  const deadline = options.clock.elapsed() + options.wait;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    const claimed = await options.idempotency.claim(options.scope, fingerprint, options.commandId);
    if (claimed.outcome === 'mismatch') throw usedForAnother();
    if (claimed.outcome === 'erased') throw wasErased();
    if (claimed.outcome !== 'in_progress') return claimed;
    if (options.signal.aborted || options.clock.elapsed() + pause > deadline) throw stillRunning();
    await abortablePause(pause, options.signal);
  }
};

/**
 * Executes a command under an idempotency key, at most once in its effect.
 *
 * The key is claimed first, together with a command id that stays the same however often the key is claimed. If this
 * process exits between the claim and storing the response, the claim expires within seconds, the next repeat
 * executes with the same command id, and the log recognises its events (see `servicesBeforeCommand`). A refusal is
 * not stored: it had no effect, and its cause may pass.
 *
 * Only the outcome is stored, which is free of PHI; later results, such as an answer, are read again.
 *
 * @throws Failure `rule_violated` when the key was used for another input or its effect has been erased;
 *   `unavailable` with `retryAfter` while another request with this key is being executed, perhaps by a process that
 *   was killed
 */
export const executeOnce = async (options: ExecuteOnceOptions): Promise<StoredOutcome> => {
  const { idempotency, scope, clock, traceId } = options;
  const claimed = await claim(options);
  if (claimed.outcome === 'answered') return readKept(claimed.answer);
  const { commandServices } = options;
  const services = claimed.repeated
    ? servicesBeforeCommand(claimed.commandId, commandServices)
    : commandServices;
  const stopKeeping = idempotency.keep(scope);
  let outcome: CommandOutcome;
  try {
    outcome = await options.execute(claimed.commandId, services);
  } catch (error) {
    // If this fails too, the claim expires. The caller, who may have waited long for an unresponsive database, gets
    // the first error without waiting for this one.
    idempotency.release(scope).catch(() => {});
    throw error;
  } finally {
    stopKeeping();
  }
  const original = { traceId, timestamp: clock.now() };
  await idempotency.complete(scope, JSON.stringify({ outcome: withoutOnce(outcome, options), original }));
  return { outcome, original, replayed: false };
};
