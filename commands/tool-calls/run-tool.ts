import type { ClinicalContext } from '../../domain/consultation/clinical-context.ts';
import { Failure, type FailureReason, failure } from '../../domain/kernel/failure.ts';
import { isRecord } from '../../domain/kernel/is-record.ts';
import type { ToolOutcome } from '../../domain/tools/tool-call-decider.ts';
import type { ToolFacts } from '../../domain/tools/tool-definition.ts';
import type { Clock } from '../../ports/clock.ts';
import type { PreparedToolCall, RegisteredTool, ToolOutput, ToolRunContext } from '../../ports/tool.ts';
import type { ToolRegistry } from '../../ports/tool-registry.ts';
import { untilAborted } from '../../ports/until-aborted.ts';
import type { UnresponsiveTools } from '../runtime/unresponsive-tools.ts';
import { outputMentionsPatient } from './output-mentions-patient.ts';

/** A call that is about to be made. */
export type ToolRun = {
  readonly tool: RegisteredTool;
  readonly call: PreparedToolCall;
  readonly toolCallId: string;
  readonly idempotencyKey: string;
  /** The person for whom it is made. */
  readonly user: string;
  readonly clinicalContext?: ClinicalContext;
  readonly conversationId?: string;
  /** Whether what it is given holds PHI. */
  readonly phi: boolean;
  /** Aborts when somebody cancels the call. */
  readonly cancelled: AbortSignal;
  /** Aborts when another process has the work, or this one stops. */
  readonly signal: AbortSignal;
};

type RunServices = {
  readonly tools: ToolRegistry;
  readonly clock: Pick<Clock, 'elapsed'>;
  readonly hanging: UnresponsiveTools;
};

const TIMED_OUT = Symbol('timed out');

/** What is asked in the house instead when one of these has happened. */
const outsideFailures: readonly FailureReason['code'][] = ['external_api_error', 'unavailable', 'timeout'];

const brokenTool = (name: string): FailureReason =>
  failure('internal_error', `The tool ${name} failed with an internal error.`);

/** What a tool says of its failing; what it throws beside that may quote anything. */
const reasonOf = (error: unknown, { name }: RegisteredTool): FailureReason =>
  error instanceof Failure ? error.reason : brokenTool(name);

const MAX_DETAILS = 20;

/** What the log keeps of details: numbers and short texts, by name. */
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

/** Characters of a message that the log keeps: a sentence, and one for each of the many parameters of a score. */
const MAX_MESSAGE = 2000;

/**
 * What is said of a failure. The caller gets nothing else, so that what is wrong with the arguments is in
 * it, member by member; a tool's sentences about arguments hold nothing of what was given.
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

/** Whether a tool may be called in place of another without confirmation: one that keeps its input on the premises. */
const isSafeFallback = (other: ToolFacts, { permission }: ToolFacts): boolean =>
  !other.requiresConfirmation && other.sends === 'nothing' && other.permission === permission;

/** What can be found in the house when the service outside has failed; nothing where that fails as well. */
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
 * Makes a call, within the time of its tool. Answers how it ended, also where the tool does not heed its signal: it is
 * left behind then, and nothing that it does later counts. `undefined` when it was cancelled.
 *
 * Rejects with the signal's reason when the work belongs to somebody else: how the call ended is not known here.
 */
export const runTool = async (run: ToolRun, services: RunServices): Promise<ToolOutcome | undefined> => {
  const { tool, call, cancelled, signal } = run;
  const { name, facts } = tool;
  const { elapsed } = services.clock;
  const began = elapsed();
  const executionTimeMs = (): number => Math.max(0, Math.round((elapsed() - began) * 1000) / 1000);
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(TIMED_OUT), facts.timeoutSeconds * 1000);
  const within = AbortSignal.any([signal, cancelled, late.signal]);
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
    // What changes something, as whatever a person is asked for may, can have been done although no answer came: to call that
    // a timeout would have people ask for it again, and have it twice.
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
