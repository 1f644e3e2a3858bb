import { clinician, queryId, second, toolCallId } from './ids.ts';
import type { RouteExample } from './route-example.ts';

const bmi = {
  name: 'calculate_medical_score',
  category: 'calculation',
  description: 'Calculates a clinical score from its parameters.',
  available: true,
  mayCall: true,
  requiresPhi: true,
  requiresConfirmation: false,
  riskLevel: 'medium',
  rateLimit: 50,
  timeoutSeconds: 30,
  permission: 'tools:call',
  sends: 'nothing',
  arguments: {
    type: 'object',
    properties: { calculator_name: { type: 'string', description: 'Which score' } },
    required: ['calculator_name'],
    additionalProperties: false,
  },
  result: { type: 'object', properties: { score: { type: 'number' } }, required: ['score'] },
};

const confirmation = {
  type: 'tool_confirmation',
  toolCallId,
  tool: 'create_calendar_event',
  arguments: {
    title: 'Handover',
    start_datetime: '2026-11-23T14:00:00Z',
    end_datetime: '2026-11-23T14:30:00Z',
    calendar_name: 'Default',
    all_day: false,
  },
  prompt:
    'I would like to create a calendar event:\n- Title: Handover\n- Start: 2026-11-23T14:00:00Z\n- End: 2026-11-23T14:30:00Z\nShould I proceed?',
  expiresAt: second(61),
};

const { toolCallId: _, type: __, tool, arguments: sent } = confirmation;

const toolCall = {
  toolCallId,
  tool,
  status: 'awaiting_confirmation',
  origin: 'query',
  requestedBy: clinician,
  queryId,
  conversationId: null,
  sessionId: null,
  arguments: sent,
  confirmation,
  result: null,
  rejection: null,
  failure: null,
  phi: null,
  redacted: null,
  attempts: 0,
  requestedAt: second(1),
  confirmedAt: null,
  startedAt: null,
  endedAt: null,
  revision: 1,
};

const done = {
  ...toolCall,
  status: 'succeeded',
  result: {
    toolName: tool,
    success: true,
    result: { event_id: toolCallId, title: 'Handover', created: true, message: 'Event created.' },
    error: null,
    executionTimeMs: 184.2,
    timestamp: second(9),
    citations: null,
  },
  phi: false,
  redacted: false,
  attempts: 1,
  confirmedAt: second(8),
  startedAt: second(8),
  endedAt: second(9),
  revision: 4,
};

const asked = { streamId: `tool_call-${toolCallId}`, toolCallId };

/** Example calls of the tool routes. */
export const toolExamples: Readonly<Record<string, RouteExample>> = {
  listToolCalls: {
    query: { state: 'awaiting_confirmation' },
    answers: { 200: [toolCall] },
    metadata: { position: 71, generation: 1 },
  },
  getToolCall: {
    params: { id: toolCallId },
    answers: { 200: done },
    metadata: { position: 74, generation: 1 },
  },
  sendMcpMessages: {
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: tool, arguments: sent } },
    contents: {
      'text/event-stream': {
        jsonrpc: '2.0',
        id: 1,
        result: { content: [{ type: 'text', text: '{"created":true}' }], isError: false },
      },
    },
  },
  endMcpSession: {},
  streamToolCalls: { contents: { 'text/event-stream': confirmation } },
  RequestToolCall: {
    body: { tool, arguments: sent },
    answers: {
      200: { ...asked, revision: 1, position: 71, status: 'awaiting_confirmation', confirmation },
      202: { ...asked, revision: 1, position: 71 },
    },
  },
  ConfirmTool: {
    body: { toolCallId, approved: true },
    answers: {
      200: { ...asked, revision: 4, position: 74, status: 'succeeded', result: done.result },
      202: { ...asked, revision: 2, position: 72 },
    },
  },
  CancelToolCall: { body: { toolCallId }, answers: { 200: { ...asked, revision: 2, position: 72 } } },
  listTools: { query: { format: 'json' }, answers: { 200: [bmi] } },
};
