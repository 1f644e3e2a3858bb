import type {
  Query,
  QueryClarification,
  QueryDraft,
  QueryEvidence,
  QueryProgress,
  ToolActivity,
} from '../api.generated.ts';
import type { StreamEvent } from '../operation-types.ts';

/** What is known of a question while it is answered. */
export type AnswerState = {
  readonly queryId: string;
  readonly status: Query['status'];
  /** What was done so far, in order. */
  readonly steps: readonly QueryProgress[];
  /** The text so far, which is not checked as a whole: the answer replaces it. */
  readonly draft: string;
  /** The sources to which `[n]` in the draft refers. */
  readonly evidence: QueryEvidence['citations'];
  /** The tool calls of the question, each with its latest status. */
  readonly toolCalls: readonly ToolActivity[];
  /** What to ask the person, with the status `clarifying`. */
  readonly clarification: QueryClarification | undefined;
  /** The question with its answer, citations and references, or the reason for having none; once it has ended. */
  readonly query: Query | undefined;
};

/** An event of a question's stream. */
type AnswerEvent = NonNullable<StreamEvent<'/api/queries/{id}/stream'>['event']>;

const ends: Readonly<Record<string, Query['status']>> = {
  answer: 'answered',
  clarifying: 'clarifying',
  failed: 'failed',
  cancelled: 'cancelled',
};

/** The status with which an event ends the stream; `undefined` for other events. */
export const endOf = ({ name }: AnswerEvent): Query['status'] | undefined => ends[name];

/** A question of which nothing has happened yet. */
export const askedQuestion = (queryId: string): AnswerState => ({
  queryId,
  status: 'pending',
  steps: [],
  draft: '',
  evidence: [],
  toolCalls: [],
  clarification: undefined,
  query: undefined,
});

const withStep = (state: AnswerState, step: QueryProgress): AnswerState => {
  // A resumed stream may repeat the last step.
  if (state.steps.some(({ stage, at }) => stage === step.stage && at === step.at)) return state;
  const steps = [...state.steps, step];
  // Another call of a model restarts the text.
  return step.stage === 'model_called' ? { ...state, steps, draft: '' } : { ...state, steps };
};

const withDraft = (state: AnswerState, { from, text }: QueryDraft): AnswerState => ({
  ...state,
  draft: state.draft.slice(0, from) + text,
});

const withActivity = (state: AnswerState, activity: ToolActivity): AnswerState => {
  const isSame = ({ toolCallId }: ToolActivity): boolean => toolCallId === activity.toolCallId;
  const toolCalls = state.toolCalls.some(isSame)
    ? state.toolCalls.map((call) => (isSame(call) ? activity : call))
    : [...state.toolCalls, activity];
  return { ...state, toolCalls };
};

/** The state after an event. */
export const evolveAnswer = (state: AnswerState, event: AnswerEvent): AnswerState => {
  switch (event.kind) {
    case 'progress':
      return withStep(state, event.data);
    case 'citations':
      return { ...state, evidence: event.data.citations };
    case 'draft':
      return withDraft(state, event.data);
    case 'tool_activity':
      return withActivity(state, event.data);
    case 'clarifying':
      return { ...state, status: 'clarifying', clarification: event.data };
    default: {
      // Also for an end that only a newer server describes so: the question itself is read afterwards.
      const status = endOf(event);
      return status === undefined ? state : { ...state, status };
    }
  }
};
