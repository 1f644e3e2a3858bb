import type { ClinicalContext } from '../../domain/consultation/clinical-context.ts';
import { conversationDecider } from '../../domain/consultation/conversation-decider.ts';
import { queryDecider } from '../../domain/consultation/query-decider.ts';
import { streamIdOf } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { DataOf } from '../../domain/tools/tool-call-state.ts';
import type { CommandServices } from '../runtime/command-definition.ts';
import { loadState } from '../runtime/execute-decider.ts';

/** The conversation of a call and its clinical context. */
type ContextOfCall = { readonly conversationId?: string; readonly clinicalContext?: ClinicalContext };

/**
 * The conversation of a call and its clinical context, from the question that the tool is called for or from its
 * conversation.
 */
export const contextOfCall = async (
  { queryId, conversationId }: Pick<DataOf<'ToolCallRequested'>, 'queryId' | 'conversationId'>,
  services: Pick<CommandServices, 'eventStore' | 'states'>,
): Promise<ContextOfCall> => {
  if (queryId !== undefined) {
    const { state } = await loadState(services, queryDecider, streamIdOf('query', queryId));
    if (state.status === 'unknown') return {};
    return omitUndefined({
      conversationId: state.asked.conversationId,
      clinicalContext: state.asked.clinicalContext,
    });
  }
  if (conversationId === undefined) return {};
  const { state } = await loadState(
    services,
    conversationDecider,
    streamIdOf('conversation', conversationId),
  );
  if (state.status === 'unknown') return {};
  const { clinicalContext } = state;
  return Object.keys(clinicalContext).length === 0 ? { conversationId } : { conversationId, clinicalContext };
};
