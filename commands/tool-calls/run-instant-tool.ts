import { hasPatientContext } from '../../domain/consultation/has-patient-context.ts';
import { sameData } from '../../domain/kernel/same-data.ts';
import type { Admission } from '../../domain/tools/tool-call-decider.ts';
import type { DataOf } from '../../domain/tools/tool-call-state.ts';
import { neverAborts } from '../../ports/any-signal.ts';
import type { PreparedToolCall, RegisteredTool } from '../../ports/tool.ts';
import type { ToolCallServices } from '../runtime/tool-call-services.ts';
import { contextOfCall } from './context-of-call.ts';
import { runTool } from './run-tool.ts';

type CarriedOut = Extract<Admission, { kind: 'carried-out' }>;

/** An accepted call. */
type ReadyCall = {
  readonly tool: RegisteredTool;
  readonly call: PreparedToolCall;
  readonly requested: DataOf<'ToolCallRequested'>;
  /** Whether its input holds PHI. */
  readonly phi: boolean;
};

/**
 * Calls an instant tool before the call is recorded: pure computation leaves no trace that must be announced first.
 * Returns how it ended, and whether that holds PHI.
 */
export const runInstantTool = async (
  { tool, call, requested, phi }: ReadyCall,
  services: ToolCallServices,
): Promise<{ readonly admission: CarriedOut; readonly phi: boolean }> => {
  const { toolCallId, requestedBy: user } = requested;
  const known = await contextOfCall(requested, services);
  const idempotencyKey = services.identity.derivedId(toolCallId, 'effect');
  const given = phi || hasPatientContext(known.clinicalContext);
  const outcome = await runTool(
    {
      tool,
      call,
      toolCallId,
      idempotencyKey,
      user,
      phi: given,
      ...known,
      cancelled: neverAborts,
      signal: neverAborts,
    },
    services,
  );
  if (!outcome) throw new Error('A tool call that cannot be cancelled was cancelled.');
  const isChanged = !sameData(call.arguments, requested.arguments);
  const start = { idempotencyKey, redacted: false, ...(isChanged ? { sent: { ...call.arguments } } : {}) };
  return {
    admission: { kind: 'carried-out', start, outcome },
    phi: phi || ('phi' in outcome.data && outcome.data.phi),
  };
};
