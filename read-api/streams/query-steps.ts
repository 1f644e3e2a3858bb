import type { z } from 'zod';
import {
  clarificationAnswered,
  clarificationAsked,
  modelCalled,
  phiScreened,
  queryAnswered,
  queryAsked,
  queryAwaitsTools,
  queryCancelled,
  queryFailed,
  queryRouted,
  sourcesSearched,
} from '../../domain/consultation/query-events.ts';
import type { Position, RecordedEvent } from '../../domain/kernel/event.ts';
import { categoryOf } from '../../domain/kernel/identifiers.ts';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import type { ToolCallEvent } from '../../domain/tools/tool-call-events.ts';
import { statusAfter } from '../../domain/tools/tool-call-state.ts';
import { toolConfirmationOf } from '../../domain/tools/tool-confirmation.ts';
import { toCitationRepresentation } from '../representations/citation-representation.ts';
import type {
  queryAnswer,
  queryCancellation,
  queryClarification,
  queryEvidence,
  queryFailure,
  queryProgress,
} from './frames.ts';
import type { ServerSentEvent } from './server-sent-events.ts';
import { toolActivityOf } from './tool-frames.ts';

/** The frames of a query event. */
export type QueryStep = {
  readonly frame: ServerSentEvent;
  /** The position of the event. */
  readonly position: Position;
  /** Whether the query ends with it. */
  readonly last: boolean;
  /** Present when it shows content: the kind of content, for deciding whether it may be shown. */
  readonly shows?: 'draft' | 'end' | 'confirmation';
};

const progress = ({ position }: RecordedEvent, data: z.input<typeof queryProgress>): QueryStep => ({
  frame: { id: position, event: 'progress', data },
  position,
  last: false,
});

/** The last frame of a query, at least for now. */
const ending = ({ position }: RecordedEvent, event: string, data: unknown, shows?: 'end'): QueryStep => ({
  frame: { id: position, event, data },
  position,
  last: true,
  ...omitUndefined({ shows }),
});

const routedStep = (event: RecordedEvent): QueryStep => {
  const { round, intent, confidence, sources, routing, model, because } = queryRouted.schema.parse(
    event.data,
  );
  return progress(event, {
    stage: 'routed',
    at: event.recordedAt,
    round,
    intent,
    confidence,
    sources: sources.map(({ source }) => source),
    routing,
    model,
    because,
  });
};

const callSteps = (event: RecordedEvent): readonly QueryStep[] => {
  const { attempt, model, where, evidence } = modelCalled.schema.parse(event.data);
  const data: z.input<typeof queryEvidence> = { attempt, citations: evidence };
  return [
    // Without an id: a reader who disconnects between the two gets both again.
    { frame: { event: 'citations', data }, position: event.position, last: false, shows: 'draft' },
    progress(event, { stage: 'model_called', at: event.recordedAt, attempt, model, where }),
  ];
};

const answerStep = (event: RecordedEvent): QueryStep => {
  const {
    queryId,
    answer,
    citations,
    warnings,
    model,
    degraded,
    intent,
    confidence,
    checks,
    usage,
    toolCalls,
  } = queryAnswered.schema.parse(event.data);
  const data: z.input<typeof queryAnswer> = {
    queryId,
    answer,
    citations: citations.map(toCitationRepresentation),
    warnings,
    model,
    degraded,
    ...omitUndefined({ intent, confidence, checks, usage, toolCalls }),
  };
  return ending(event, 'answer', data, 'end');
};

const clarificationStep = (event: RecordedEvent): QueryStep => {
  const { queryId, question, options, because } = clarificationAsked.schema.parse(event.data);
  const data: z.input<typeof queryClarification> = { queryId, question, options, because };
  return ending(event, 'clarifying', data, 'end');
};

/** The frames for an event of a tool call of the query. A confirmation is shown only to the person asked. */
const toolSteps = (event: RecordedEvent<ToolCallEvent>): readonly QueryStep[] => {
  const { position } = event;
  const activity: QueryStep = {
    frame: { id: position, event: 'tool_activity', data: toolActivityOf(event) },
    position,
    last: false,
  };
  if (event.type !== 'ToolConfirmationRequested') return [activity];
  const data = toolConfirmationOf(event.data);
  return [
    // Without an id: a reader who disconnects between the two gets both again.
    { frame: { event: 'tool_confirmation', data }, position, last: false, shows: 'confirmation' },
    activity,
  ];
};

/** The frames for one event of a query, in order; the answer itself is one frame, with its citations. */
export const queryStepsOf = (event: RecordedEvent): readonly QueryStep[] => {
  // The log validates each event against the schema of its type, and a category holds one decider's events.
  if (categoryOf(event.streamId) === 'tool_call' && event.type in statusAfter)
    return toolSteps(event as RecordedEvent<ToolCallEvent>);
  const at = event.recordedAt;
  switch (event.type) {
    case queryAsked.type:
      return [progress(event, { stage: 'asked', at })];
    case phiScreened.type: {
      const { detected } = phiScreened.schema.parse(event.data);
      return [progress(event, { stage: 'screened', at, phiDetected: detected })];
    }
    case queryRouted.type:
      return [routedStep(event)];
    case sourcesSearched.type: {
      const { sources, stages, found } = sourcesSearched.schema.parse(event.data);
      return [progress(event, { stage: 'searched', at, sources, stages, found: found.length })];
    }
    case clarificationAsked.type:
      return [clarificationStep(event)];
    case clarificationAnswered.type: {
      const { option } = clarificationAnswered.schema.parse(event.data);
      return [progress(event, { stage: 'clarified', at, ...omitUndefined({ option }) })];
    }
    case modelCalled.type:
      return callSteps(event);
    case queryAwaitsTools.type: {
      const { calls } = queryAwaitsTools.schema.parse(event.data);
      const toolCalls = calls.map(({ toolCallId, tool }) => ({ toolCallId, tool }));
      return [progress(event, { stage: 'tools_called', at, toolCalls })];
    }
    case queryAnswered.type:
      return [answerStep(event)];
    case queryFailed.type: {
      const { queryId, component, reason, message } = queryFailed.schema.parse(event.data);
      const data: z.input<typeof queryFailure> = { queryId, component, reason, message };
      return [ending(event, 'failed', data)];
    }
    case queryCancelled.type: {
      const { queryId, by } = queryCancelled.schema.parse(event.data);
      const data: z.input<typeof queryCancellation> = { queryId, by };
      return [ending(event, 'cancelled', data)];
    }
    default:
      return [];
  }
};
