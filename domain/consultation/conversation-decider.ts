import type { Decider, Decision } from '../kernel/decider.ts';
import { refuse } from '../kernel/failure.ts';
import { ok } from '../kernel/result.ts';
import { sameData } from '../kernel/same-data.ts';
import type { ClinicalContext } from './clinical-context.ts';
import type { ConversationEvent } from './conversation-events.ts';

type StartConversation = {
  readonly type: 'StartConversation';
  readonly conversationId: string;
  readonly title?: string | undefined;
};

/** Replaces what is known about the patient; an empty context forgets it. */
type SetClinicalContext = {
  readonly type: 'SetClinicalContext';
  readonly clinicalContext: ClinicalContext;
};

export type ConversationCommand = StartConversation | SetClinicalContext;

type ConversationState =
  | { readonly status: 'unknown' }
  | {
      readonly status: 'started';
      readonly conversationId: string;
      readonly title?: string | undefined;
      /** In force for the questions from now on; empty until it is set. */
      readonly clinicalContext: ClinicalContext;
    };

const start = (command: StartConversation, state: ConversationState): Decision<ConversationEvent> => {
  const { type: _, ...data } = command;
  if (state.status === 'unknown') return ok([{ type: 'ConversationStarted', data }]);
  return command.title === state.title
    ? ok([])
    : refuse('conflict', 'A conversation with this id already exists under another title.');
};

const setContext = (command: SetClinicalContext, state: ConversationState): Decision<ConversationEvent> => {
  if (state.status === 'unknown') return refuse('not_found', 'There is no such conversation.');
  const { clinicalContext } = command;
  if (sameData(clinicalContext, state.clinicalContext)) return ok([]);
  const { conversationId } = state;
  return ok([{ type: 'ClinicalContextSet', data: { conversationId, clinicalContext } }]);
};

/** One conversation: that it exists, and what is known about the patient in it. */
export const conversationDecider: Decider<ConversationCommand, ConversationEvent, ConversationState> = {
  initialState: { status: 'unknown' },
  decide: (command, state) =>
    command.type === 'StartConversation' ? start(command, state) : setContext(command, state),
  evolve: (state, event) => {
    switch (event.type) {
      case 'ConversationStarted':
        return { status: 'started', ...event.data, clinicalContext: {} };
      case 'ClinicalContextSet':
        return state.status === 'unknown' ? state : { ...state, clinicalContext: event.data.clinicalContext };
    }
  },
};
