import type { ClinicalContext } from '../../domain/consultation/clinical-context.ts';
import { Failure, type FailureReason, failure } from '../../domain/kernel/failure.ts';
import { isRecord } from '../../domain/kernel/is-record.ts';
import type { ToolOutcome } from '../../domain/tools/tool-call-decider.ts';
import type { ToolFacts } from '../../domain/tools/tool-definition.ts';
import { anySignal } from '../../ports/any-signal.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PreparedToolCall, RegisteredTool, ToolOutput, ToolRunContext } from '../../ports/tool.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';
import { untilAborted } from '../../ports/until-aborted.ts';
import type { UnresponsiveTools } from '../runtime/unresponsive-tools.ts';
import { outputMentionsPatient } from './output-mentions-patient.ts';

/** A tool call to make. */
export type ToolRun = {
  readonly tool: RegisteredTool;
  readonly call: PreparedToolCall;
  readonly toolCallId: string;
  readonly idempotencyKey: string;
  /** The person for whom the tool is called. */
  readonly user: string;
  readonly clinicalContext?: ClinicalContext;
  readonly conversationId?: string;
  /** Whether its input holds PHI. */
  readonly phi: boolean;
  /** Aborts when the call is cancelled. */
  readonly cancelled: AbortSignal;
  /** Aborts when another process takes the work over, or this one stops. */
  readonly signal: AbortSignal;
};

type RunServices = {
  readonly tools: ToolRegistry;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly hanging: UnresponsiveTools;
};

const TIMED_OUT = Symbol('timed out');

/** The failures of an external service after which the local fallback is tried. */
const outsideFailures: readonly FailureReason['code'][] = ['external_api_error', 'unavailable', 'timeout'];

const brokenTool = (name: string): FailureReason =>
  failure('internal_error', `The tool ${name} failed with an internal error.`);

/** The tool's own reason for a failure; any other error it throws may quote anything, so its text is dropped. */
const reasonOf = (error: unknown, { name }: RegisteredTool): FailureReason =>
  error instanceof Failure ? error.reason : brokenTool(name);

const MAX_DETAILS = 20;

/** The details that the log keeps: numbers and short texts, by name. */
const keptDetails = (
  details: FailureReason['details'] = {},
): Record<string, string | number | boolean | null> => {
  const kept: Record<string, string | number | boolean | null> = {};
  for (const [name, value] of Object.entries(details).slice(0, MAX_DETAILS)) {
    if (name.length > 64) continue;
    if (typeof value === 'string') kept[name] = value.slice(0, 500);
    else if (typeof value === 'number' || typeof value === 'boolean' || value === null) kept[name] = value;
  }
  return kept;
};

/** Characters of a message that the log keeps: one sentence, plus one for each of a score's many parameters. */
const MAX_MESSAGE = 2000;

/**
 * The message of a failure. The caller receives nothing else, so it lists each problem with the arguments; a tool's
 * messages about arguments never quote their values.
 */
const messageOf = ({ code, message, details }: FailureReason): string => {
  const issues: readonly unknown[] =
    code === 'validation_error' && Array.isArray(details?.issues) ? details.issues : [];
  const issueLines = issues.flatMap((issue) =>
    isRecord(issue) && typeof issue.path === 'string' && typeof issue.message === 'string'
      ? [`\n- ${issue.path}: ${issue.message}`]
      : [],
  );
  if (issueLines.length === 0) return message.slice(0, MAX_MESSAGE);
  return `${message.replace(/ See details\.issues\.$/, '')}${issueLines.join('')}`.slice(0, MAX_MESSAGE);
};

/** Whether a tool may replace another without confirmation: it must keep its input on the premises. */
const isSafeFallback = (other: ToolFacts, { permission }: ToolFacts): boolean =>
  !other.requiresConfirmation && other.sends === 'nothing' && other.permission === permission;

/** The result of the local fallback after an external service has failed; `undefined` when that fails too. */
const findInHouse = async (
  { tool, call }: ToolRun,
  context: ToolRunContext,
  { tools }: RunServices,
): Promise<(ToolOutput & { readonly tool: string }) | undefined> => {
  const other = call.fallback === undefined ? undefined : tools.find(call.fallback.tool);
  if (!other || !call.fallback || !isSafeFallback(other.facts, tool.facts)) return undefined;
  const prepared = other.prepare(call.fallback.arguments);
  if (!prepared.ok) return undefined;
  try {
    const output = await untilAborted(prepared.value.run({ ...context, partial: () => {} }), context.signal);
    return { tool: other.name, ...output };
  } catch {
    return undefined;
  }
};

const mayHaveTakenEffect = (name: string): string =>
  `It is unknown whether ${name} took effect. Check before requesting it again.`;

/**
 * Calls a tool within its time limit and returns how the call ended. A tool that ignores its signal is abandoned, and
 * anything that it does later is ignored. `undefined` when the call was cancelled.
 *
 * Rejects with the signal's reason when another process owns the work: the outcome is then not known here.
 */
export const runTool = async (run: ToolRun, services: RunServices): Promise<ToolOutcome | undefined> => {
  const { tool, call, cancelled, signal } = run;
  const { name, facts } = tool;
  const { elapsed } = services.clock;
  const began = elapsed();
  const executionTimeMs = (): number => Math.max(0, Math.round((elapsed() - began) * 1000) / 1000);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(TIMED_OUT), facts.timeoutSeconds * 1000);
  const within = anySignal([signal, cancelled, late.signal]);
  let partial: ToolOutput | undefined;
  let isMarked = run.phi || facts.requiresPhi;
  const context: ToolRunContext = {
    toolCallId: run.toolCallId,
    idempotencyKey: run.idempotencyKey,
    user: run.user,
    signal: within,
    ...(run.clinicalContext === undefined ? {} : { clinicalContext: run.clinicalContext }),
    ...(run.conversationId === undefined ? {} : { conversationId: run.conversationId }),
    partial: (output) => {
      partial = output;
    },
    phi: () => {
      isMarked = true;
    },
  };
  const phiOf = async (output: ToolOutput | undefined): Promise<boolean> =>
    isMarked || (output !== undefined && (await outputMentionsPatient(output)));

  const timedOut = async (): Promise<ToolOutcome> => {
    // A tool that changes something, as any that needs confirmation may, can have taken effect without responding:
    // reported as a timeout, people would request it again and have it done twice.
    if (facts.afterCrash === 'unknown' || facts.requiresConfirmation)
      return {
        type: 'ToolOutcomeUnknown',
        data: {
          because: 'timeout',
          message: `It took longer than ${facts.timeoutSeconds} seconds. ${mayHaveTakenEffect(name)}`,
          executionTimeMs: executionTimeMs(),
        },
      };
    return {
      type: 'ToolTimedOut',
      data: {
        timeoutSeconds: facts.timeoutSeconds,
        executionTimeMs: executionTimeMs(),
        phi: await phiOf(partial),
        ...(partial === undefined ? {} : { partial: { ...partial, citations: [...partial.citations] } }),
      },
    };
  };

  const failed = async (error: unknown): Promise<ToolOutcome> => {
    const reason = reasonOf(error, tool);
    const { code, message, details, retryAfter } = reason;
    if (details?.outcome === 'unknown')
      return {
        type: 'ToolOutcomeUnknown',
        data: {
          because: 'not_told',
          message: `${message} ${mayHaveTakenEffect(name)}`.slice(0, 500),
          executionTimeMs: executionTimeMs(),
        },
      };
    const kept = keptDetails(details);
    const inHouse = outsideFailures.includes(code) ? await findInHouse(run, context, services) : undefined;
    return {
      type: 'ToolFailed',
      data: {
        code,
        message: messageOf(reason),
        executionTimeMs: executionTimeMs(),
        ...(Object.keys(kept).length === 0 ? {} : { details: kept }),
        ...(retryAfter === undefined ? {} : { retryAfter }),
        ...(inHouse === undefined
          ? {}
          : {
              fallback: {
                ...inHouse,
                citations: [...inHouse.citations],
                phi: await phiOf(inHouse),
              },
            }),
      },
    };
  };

  try {
    const output = await services.hanging.untilAborted(name, () => call.run(context), within);
    const { result, citations } = output;
    return {
      type: 'ToolSucceeded',
      data: {
        result: { ...result },
        citations: [...citations],
        executionTimeMs: executionTimeMs(),
        phi: await phiOf(output),
      },
    };
  } catch (error) {
    if (cancelled.aborted) return undefined;
    if (late.signal.aborted) return timedOut();
    signal.throwIfAborted();
    return failed(error);
  } finally {
    clearTimeout(timer);
  }
};
