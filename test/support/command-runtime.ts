import type { z } from 'zod';
import type { Caller } from '../../commands/runtime/caller.ts';
import type { CommandRuntime } from '../../commands/runtime/command-runtime.ts';
import { type CommandCall, runCommand } from '../../commands/runtime/run-command.ts';
import { createIdentitySource } from '../../infra/installation/identity-source.ts';
import { nodeHasher } from '../../infra/installation/node-hasher.ts';
import { patternDetector } from '../../infra/models/phi-detection/pattern-detector.ts';
import { type LogFields, silentLogger } from '../../ports/logger.ts';
import type { SealedBlobs } from '../../ports/sealed-blobs.ts';
import { documentNames } from './document-names.ts';
import { createInMemoryEventStore } from './in-memory-event-store.ts';
import { createInMemoryIdempotencyStore } from './in-memory-idempotency-store.ts';

const unused = (): never => {
  throw new Error('Unit tests of commands have no blobs.');
};
const noBlobs: SealedBlobs = {
  stage: unused,
  putBytes: unused,
  get: unused,
  read: unused,
  has: unused,
  keyFor: unused,
  requireReadable: unused,
};

const TRACEPARENT = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

/** A command runtime with everything in memory: no HTTP, no database. */
export const openCommandRuntime = (overrides: Partial<CommandRuntime> = {}) => {
  const eventStore = createInMemoryEventStore();
  const idempotency = createInMemoryIdempotencyStore();
  const identity = createIdentitySource();
  const stopping = new AbortController();
  const warnings: LogFields[] = [];
  const runtime: CommandRuntime = {
    commandServices: {
      eventStore,
      blobs: noBlobs,
      identity,
      documentNames,
      phiDetector: patternDetector,
    },
    idempotency,
    hasher: nodeHasher,
    clock: { now: () => '2026-01-02T03:04:05.678Z', elapsed: () => performance.now() },
    sharedClock: { now: async () => '2026-01-02T03:04:05.678Z' },
    logger: { ...silentLogger, warn: (fields) => warnings.push(fields) },
    stopping: stopping.signal,
    limits: { idempotencyWait: 0 },
    ...overrides,
  };
  /** The next request of a caller, with its own id. */
  const callerOf = (id: string, role: Caller['actor']['role'] = 'clinician'): Caller => ({
    actor: { id, role },
    requestId: identity.newId(),
    traceparent: TRACEPARENT,
    client: { ip: '192.0.2.1' },
  });
  return {
    runtime,
    eventStore,
    idempotency,
    identity,
    stopping,
    warnings,
    callerOf,
    /** Sends a command, as `dora` by default. */
    run: <Schema extends z.ZodType>(
      call: Omit<CommandCall<Schema>, 'caller' | 'signal'> & Partial<Pick<CommandCall, 'caller' | 'signal'>>,
      on: CommandRuntime = runtime,
    ) => runCommand({ caller: callerOf('dora'), signal: new AbortController().signal, ...call }, on),
    typesInLog: () => eventStore.events.map(({ type }) => type),
  };
};
