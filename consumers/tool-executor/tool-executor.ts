import { systemContext } from '../../commands/runtime/system-caller.ts';
import {
  createUnresponsiveTools,
  type UnresponsiveTools,
} from '../../commands/runtime/unresponsive-tools.ts';
import { setTimer } from '../../commands/set-timer.ts';
import { contextOfCall } from '../../commands/tool-calls/context-of-call.ts';
import { loadToolCall } from '../../commands/tool-calls/load-tool-call.ts';
import { isOutcomeTooLarge, outcomeTooLarge } from '../../commands/tool-calls/outcome-too-large.ts';
import { prepareForSending } from '../../commands/tool-calls/prepare-for-sending.ts';
import { runTool } from '../../commands/tool-calls/run-tool.ts';
import { hasPatientContext } from '../../domain/consultation/has-patient-context.ts';
import type { RecordedEvent } from '../../domain/kernel/event.ts';
import { sameData } from '../../domain/kernel/same-data.ts';
import { timerFired } from '../../domain/operations/timer-events.ts';
import { isSubjectErased } from '../../domain/privacy/is-subject-erased.ts';
import type { ToolCallCommand, ToolOutcome } from '../../domain/tools/tool-call-decider.ts';
import {
  toolCallRequested,
  toolConfirmationRequested,
  toolConfirmed,
} from '../../domain/tools/tool-call-events.ts';
import type { ToolCall } from '../../domain/tools/tool-call-state.ts';
import type { RegisteredTool } from '../../ports/tool.ts';
import type { ConsumerDefinition } from '../runner/consumer-definition.ts';
import type { Delivery } from '../runner/delivery.ts';
import { endsWithin } from '../runner/ends-within.ts';
import { openToolCallRecord, TOOL_EXECUTOR, type ToolCallRecord } from './tool-call-record.ts';
import type { ToolExecutorServices } from './tool-executor-services.ts';
import { watchToolCancellation } from './watch-tool-cancellation.ts';

/** The purpose of its timers; the id of a timer is its purpose and the id of the call. */
const CONFIRMATION_EXPIRY = 'confirmation-expiry';

/**
 * Milliseconds after which a confirmation lapses: after an outage, a replay or the restore of an older backup, the person
 * may have acted by other means, or the call was already made.
 */
const AGREEMENT_HOLDS_MS = 15 * 60_000;
/** Milliseconds for everything but the tool itself, which has its own time-out. */
const DEADLINE_MS = 60_000;
/** Calls at a time; most wait for the network. */
const MAX_CALLS = 200;
/** Outcomes that wait to be recorded, of up to 256 KB each. */
const MAX_UNRECORDED = 200;

type Services = ToolExecutorServices & {
  readonly hanging: UnresponsiveTools;
  /** Outcomes that could not be recorded yet, by the start of their call, so that the call is not repeated. */
  readonly unrecorded: Map<string, ToolOutcome>;
};

const crashed = {
  type: 'GiveUpOutcome',
  because: 'crash',
  message:
    'The program ended while the tool was at work. Whether it has taken effect is not known: look before asking for it again.',
} as const;

/** The call, unless it has ended or waits for a person. */
const underWay = (record: ToolCallRecord): ToolCall | undefined => {
  const state = record.state();
  return state.status === 'requested' || state.status === 'running' ? state : undefined;
};

const startKey = ({ requested: { toolCallId }, started }: ToolCall): string =>
  `${toolCallId}/${started?.attempt ?? 0}`;

type StartTool = Extract<ToolCallCommand, { type: 'StartTool' }>;

/** A call that has begun, and its start if that is to be appended together with its outcome. */
type Begun = { readonly call: ToolCall; readonly start?: StartTool | undefined };

/** Records the outcome of a start. An outcome too large for the log is recorded as such. */
const recordOutcome = async (
  record: ToolCallRecord,
  { call, start }: Begun,
  outcome: ToolOutcome,
  { unrecorded }: Services,
): Promise<void> => {
  const key = startKey(call);
  const attempt = (call.started?.attempt ?? 0) + (start ? 1 : 0);
  const started = start ? [start] : [];
  unrecorded.set(key, outcome);
  const [oldest] = unrecorded.keys();
  if (unrecorded.size > MAX_UNRECORDED && oldest !== undefined) unrecorded.delete(oldest);
  const phi = 'phi' in outcome.data ? outcome.data.phi : false;
  try {
    await record.record([...started, { type: 'RecordOutcome', attempt, outcome }], { phi });
  } catch (error) {
    // Whatever was sent is sealed with the destroyed key.
    if (isSubjectErased(error))
      await record.record([...started.map(({ sent: _, ...rest }) => rest), { type: 'EndForErasure' }]);
    else if (isOutcomeTooLarge(error)) {
      const tooLarge = outcomeTooLarge(error);
      await record.record([...started, { type: 'RecordOutcome', attempt, outcome: tooLarge }]);
    } else throw error;
  }
  unrecorded.delete(key);
};

/** Asks for confirmation after all: the version of the program that requested the call did not require one. */
const askForConfirmation = async (
  record: ToolCallRecord,
  call: { readonly arguments: ToolCall['requested']['arguments']; readonly prompt?: string },
  { clock, confirmationTime }: Services,
): Promise<void> => {
  const expiresAt = new Date(Date.parse(clock.now()) + confirmationTime).toISOString();
  const { arguments: shown, prompt = '' } = call;
  await record.record({ type: 'AskForConfirmation', arguments: shown, prompt, expiresAt });
};

/** Whether a valid confirmation is too old to act on. */
const hasLapsed = ({ confirmation }: ToolCall, { clock }: Services): boolean =>
  confirmation !== undefined &&
  Date.parse(clock.now()) - Date.parse(confirmation.expiresAt) > AGREEMENT_HOLDS_MS;

/** Settles a start from before this delivery. Returns whether the call may be made (again). */
const settleFormerStart = async (
  record: ToolCallRecord,
  call: ToolCall,
  tool: RegisteredTool | undefined,
  services: Services,
): Promise<boolean> => {
  if (!call.started) return true;
  const known = services.unrecorded.get(startKey(call));
  if (known) {
    await recordOutcome(record, { call }, known, services);
    return false;
  }
  if (tool?.facts.afterCrash === 'repeat') return true;
  await record.record(crashed);
  return false;
};

/** Milliseconds after which the start of a tool that is still at work is in the log. */
const START_SHOWN_AFTER_MS = 100;

/** Milliseconds after its request from which a call may have crashed a process before. */
const FRESH_MS = 2000;

/**
 * Whether the start of a call may be appended together with its outcome, which saves an append: for a call that may be
 * repeated and reaches nothing outside, the log need not show it before. The start of an older call is appended first:
 * it may be the call that ended the process, and only starts in the log bound how often that happens.
 */
const mayStartUnrecorded = (
  { facts: { afterCrash, sends, requiresConfirmation } }: RegisteredTool,
  { started, confirmation }: ToolCall,
  { recordedAt }: RecordedEvent,
  { clock }: Services,
): boolean =>
  afterCrash === 'repeat' &&
  sends !== 'outside' &&
  !requiresConfirmation &&
  started === undefined &&
  confirmation === undefined &&
  Date.parse(clock.now()) - Date.parse(recordedAt) < FRESH_MS;

/** Makes a call that has begun, and records how it ended. */
const makeCall = async (
  record: ToolCallRecord,
  run: Omit<Parameters<typeof runTool>[0], 'cancelled' | 'signal'> & Pick<Begun, 'start'>,
  delivery: Delivery,
  services: Services,
): Promise<void> => {
  const call = underWay(record);
  if (!call) return;
  const { start } = run;
  let begun: Begun = { call, start };
  // A process frozen since the start has lost its work, and another has recorded the outcome as unknown.
  if (run.tool.facts.afterCrash === 'unknown') await delivery.confirm();
  const watching = watchToolCancellation(record, services);
  // The tool has its own time.
  delivery.rest();
  let outcome: ToolOutcome | undefined;
  try {
    const running = runTool({ ...run, cancelled: watching.signal, signal: delivery.signal }, services);
    // Awaited below, unless appending the start fails first.
    running.catch(() => {});
    if (start && !(await endsWithin(START_SHOWN_AFTER_MS, running))) {
      await record.record(start);
      begun = { call: underWay(record) ?? call };
    }
    outcome = await running;
  } finally {
    watching.stop();
    delivery.progress();
  }
  if (outcome) await recordOutcome(record, begun, outcome, services);
};

/** Carries a call out from its current state to its end, unless it waits for a person. */
const carryOut = async (event: RecordedEvent, delivery: Delivery, services: Services): Promise<void> => {
  const { tools, identity, phiDetector } = services;
  const named = toolCallRequested.schema.safeParse(event.data);
  // It is in the log with its end.
  if (named.success && named.data.atOnce) return;
  const isPlain = named.success && tools.find(named.data.tool)?.facts.requiresConfirmation === false;
  const record = await openToolCallRecord(event, delivery, services, isPlain);
  const before = underWay(record);
  if (!before) return;
  const { requested, confirmation, confirmed } = before;
  const tool = tools.find(requested.tool);
  if (!(await settleFormerStart(record, before, tool, services))) return;
  if (!tool) {
    const message = 'This version of the program does not know the tool.';
    await record.record({ type: 'RejectToolCall', because: 'unknown_tool', message });
    return;
  }
  const given = confirmation?.arguments ?? requested.arguments;
  const ready = await prepareForSending(tool, given, { phiDetector }, delivery.signal);
  if (!ready.ok) {
    await record.record(before.started ? crashed : { type: 'RejectToolCall', ...ready.error });
    return;
  }
  const { call, phi, redacted } = ready.value;
  if (tool.facts.requiresConfirmation && !confirmation) {
    await askForConfirmation(record, call, services);
    return;
  }
  if (confirmed && !sameData(call.arguments, confirmation?.arguments)) {
    const message = 'The tool would be called with something else than was confirmed, so it was not called.';
    const because = redacted ? 'phi_stays_local' : 'validation_error';
    await record.record({ type: 'RejectToolCall', because, message });
    return;
  }
  if (confirmed && !before.started && hasLapsed(before, services)) {
    const message =
      'Too much time has passed since it was confirmed, so nothing was done now. Ask for it again.';
    await record.record({ type: 'FailToolCall', code: 'unavailable', message });
    return;
  }
  // Everything that can fail comes before the start: after it, the tool may have been reached.
  const known = await contextOfCall(requested, services);
  const idempotencyKey = identity.derivedId(requested.toolCallId, 'effect');
  const isChanged = !sameData(call.arguments, requested.arguments);
  const start: StartTool = {
    type: 'StartTool',
    idempotencyKey,
    redacted: redacted || (confirmation !== undefined && isChanged && tool.facts.sends === 'outside'),
    ...(tool.facts.sends === 'nothing' ? {} : { sends: tool.facts.sends }),
    ...(isChanged ? { sent: { ...call.arguments } } : {}),
    requiresConfirmation: tool.facts.requiresConfirmation,
    mayRepeat: tool.facts.afterCrash === 'repeat',
  };
  const isUnrecorded = mayStartUnrecorded(tool, before, event, services);
  if (!isUnrecorded && (await record.record(start)).length === 0) {
    // Another process was faster: the call has ended, or was started before a crash unknown to this delivery.
    const after = underWay(record);
    if (after?.started && (await settleFormerStart(record, after, tool, services)))
      await record.record(crashed);
    return;
  }
  await makeCall(
    record,
    {
      tool,
      call,
      toolCallId: requested.toolCallId,
      idempotencyKey,
      user: requested.requestedBy,
      phi: phi || record.phi || hasPatientContext(known.clinicalContext),
      ...known,
      ...(isUnrecorded ? { start } : {}),
    },
    delivery,
    services,
  );
};

/**
 * Carries out tool calls: sets the deadline of confirmations, starts permitted calls and records their outcomes. The
 * start is in the log before the tool is called, except where `mayStartUnrecorded`; a result or failure is recorded and never retried here. A process that
 * crashes leaves a start without an outcome: the next one repeats the call if that is safe, under the same idempotency
 * key, and otherwise records the outcome as unknown.
 */
export const createToolExecutor = (
  executorServices: ToolExecutorServices,
  concurrency = MAX_CALLS,
): ConsumerDefinition => {
  const services: Services = {
    ...executorServices,
    hanging: createUnresponsiveTools(),
    unrecorded: new Map(),
  };
  const { identity } = services;

  const setExpiry = async (event: RecordedEvent, { fence }: Delivery): Promise<void> => {
    const { toolCallId, expiresAt } = toolConfirmationRequested.schema.parse(event.data);
    const { state } = (await loadToolCall(toolCallId, services)).seen;
    if (state.status !== 'awaiting_confirmation') return;
    await setTimer(
      {
        timerId: `${CONFIRMATION_EXPIRY}-${toolCallId}`,
        purpose: CONFIRMATION_EXPIRY,
        about: event.streamId,
        due: { at: expiresAt },
      },
      systemContext(event, identity.derivedId(event.id, 'timer'), TOOL_EXECUTOR, fence),
      services,
    );
  };

  const expire = async (event: RecordedEvent, delivery: Delivery): Promise<void> => {
    const { purpose, about } = timerFired.schema.parse(event.data);
    if (purpose !== CONFIRMATION_EXPIRY) return;
    const record = await openToolCallRecord({ ...event, streamId: about }, delivery, services, false);
    await record.record({ type: 'ExpireConfirmation' });
  };

  return {
    name: TOOL_EXECUTOR,
    eventTypes: [toolCallRequested.type, toolConfirmationRequested.type, toolConfirmed.type, timerFired.type],
    concurrency,
    orderingKey: (event) =>
      event.type === timerFired.type ? timerFired.schema.parse(event.data).about : event.streamId,
    // Each event is decided on the state of its stream.
    laterEvents: 'pass',
    deadline: DEADLINE_MS,
    handle: async (event, delivery) => {
      switch (event.type) {
        case toolConfirmationRequested.type:
          await setExpiry(event, delivery);
          return;
        case timerFired.type:
          await expire(event, delivery);
          return;
        default:
          await carryOut(event, delivery, services).catch(async (error: unknown) => {
            if (!isSubjectErased(error)) throw error;
            const record = await openToolCallRecord(event, delivery, services, false);
            await record.record({ type: 'EndForErasure' });
          });
      }
    },
    onParked: async (event, message, delivery) => {
      if (event.type === timerFired.type || event.type === toolConfirmationRequested.type) return;
      const record = await openToolCallRecord(event, delivery, services, false);
      const call = underWay(record);
      if (!call) return;
      await record.record(
        call.started
          ? crashed
          : { type: 'FailToolCall', code: 'unavailable', message: message.slice(0, 500) },
      );
    },
  };
};
