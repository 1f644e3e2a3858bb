import type { AuthInfo } from '@modelcontextprotocol/sdk/server/auth/types.js';
import { z } from 'zod';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { requireKnownOrigin } from '../request/require-known-origin.ts';
import {
  defineRoute,
  none,
  type Route,
  type RouteHeader,
  type RouteRequest,
} from '../routing/define-route.ts';
import { liveSignal } from '../routing/live-signal.ts';
import type { RouteAnswer } from '../routing/route-answer.ts';
import { SSE_CONTENT_TYPE } from '../streams/server-sent-events.ts';
import type { StreamSlots } from '../streams/stream-slots.ts';
import type { McpSession, McpSessions } from './mcp-sessions.ts';

/**
 * A JSON-RPC 2.0 message, whose contents the protocol library validates. The protocol dropped batches in its version
 * of June 2025; one request could otherwise make a hundred calls for one point of the limit.
 */
const messages = z
  .record(z.string(), z.unknown(), 'must be one message: batches are not part of the protocol (2025-06-18)')
  .meta({ id: 'McpMessages' });
type Messages = z.output<typeof messages>;

const SESSION = 'Mcp-Session-Id';

const sessionHeader: RouteHeader = {
  name: SESSION,
  description: 'The session id from the response to `initialize`.',
  schema: z.string().max(100),
};

/** Headers that the transport reads. */
const passedOn = ['Accept', 'Content-Type', SESSION, 'Mcp-Protocol-Version'] as const;

const requestFor = (method: 'POST' | 'DELETE', { header }: Pick<RouteRequest, 'header'>): Request => {
  const headers = new Headers();
  for (const name of passedOn) {
    const value = header(name);
    if (value !== undefined) headers.set(name, value);
  }
  // The URL is never used.
  return new Request('http://localhost/mcp', { method, headers });
};

async function* piecesOf(body: ReadableStream<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  const leave = (): void => {
    reader.cancel().catch(() => {});
  };
  signal.addEventListener('abort', leave, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', leave);
    leave();
  }
}

type Needs = HttpApiServices;

/** Converts the transport's response to ours: an open stream occupies one of the caller's slots. */
const answerOf = async (
  response: Response,
  { principal }: RouteRequest,
  giveBack: () => void,
  { clock }: Needs,
): Promise<RouteAnswer<never>> => {
  const session = response.headers.get(SESSION);
  const headers = session === null ? {} : { [SESSION]: session };
  const { body } = response;
  if (body !== null && response.headers.get('content-type')?.startsWith('text/event-stream'))
    return {
      kind: 'stream',
      live: true,
      contentType: SSE_CONTENT_TYPE,
      headers,
      onClose: giveBack,
      content: (signal) => piecesOf(body, liveSignal(signal, principal, clock)),
    };
  giveBack();
  return {
    kind: 'text',
    status: response.status,
    contentType: response.headers.get('content-type') ?? 'application/json',
    content: await response.text(),
    headers,
  };
};

/** The protocol implementation, loaded on the first message because few installations have clients for it. */
const loadProtocol = async () => {
  const [{ isInitializeRequest }, { createMcpServer }, { createMcpSessions }] = await Promise.all([
    import('@modelcontextprotocol/sdk/types.js'),
    import('./create-mcp-server.ts'),
    import('./mcp-sessions.ts'),
  ]);
  return { isInitializeRequest, createMcpServer, createMcpSessions };
};

/** The Model Context Protocol over streamable HTTP: the tools, for clients with a model of their own. */
export const mcpRoutes = (services: Needs, slots: StreamSlots): readonly Route[] => {
  let opened: Promise<McpSessions> | undefined;
  const openSessions = (): Promise<McpSessions> => {
    opened ??= loadProtocol().then(({ createMcpSessions }) => createMcpSessions(services));
    return opened;
  };
  /** The original request behind the one that the transport passes on. */
  const requests = new WeakMap<AuthInfo, RouteRequest>();

  const sessionOf = async (request: RouteRequest, body: Messages): Promise<McpSession> => {
    const id = request.header(SESSION);
    const sessions = await openSessions();
    if (id !== undefined) return sessions.find(id, request.caller);
    const { isInitializeRequest, createMcpServer } = await loadProtocol();
    if (!isInitializeRequest(body))
      throw new Failure(
        failure('validation_error', `Begin with "initialize", then send the header ${SESSION}.`),
      );
    return sessions.begin(request.caller, (sessionId, transport) =>
      createMcpServer(
        {
          sessionId,
          requestOf: (auth) => auth && requests.get(auth),
          endAnswer: (id) => transport.closeSSEStream(id),
        },
        services,
      ),
    );
  };

  const post = defineRoute({
    method: 'POST',
    path: '/mcp',
    access: 'tools:read',
    tag: 'Tools',
    operationId: 'sendMcpMessages',
    summary:
      'The Model Context Protocol (streamable HTTP): lists and calls tools. The recipient of each result is recorded.',
    ownership: 'self',
    discloses: ['ToolCallRead'],
    params: none,
    query: none,
    headers: [sessionHeader],
    body: messages,
    responses: [
      {
        status: 200,
        description:
          'The responses, as Server-Sent Events; requests to the person are sent in the same stream.',
        contentType: 'text/event-stream',
        frames: { message: z.record(z.string(), z.unknown()) },
        headers: [SESSION],
      },
      {
        status: 202,
        description: 'Accepted: the message required no response.',
        contentType: 'application/json',
      },
    ],
    handle: async ({ body }, request) => {
      requireKnownOrigin(request, services);
      const session = await sessionOf(request, body);
      const authInfo: AuthInfo = { token: '', clientId: request.principal.id, scopes: [] };
      requests.set(authInfo, request);
      const giveBack = slots.take(request.principal.id);
      try {
        const response = await session.transport.handleRequest(requestFor('POST', request), {
          parsedBody: body,
          authInfo,
        });
        return await answerOf(response, request, giveBack, services);
      } catch (error) {
        giveBack();
        throw error;
      }
    },
  });

  const end = defineRoute({
    method: 'DELETE',
    path: '/mcp',
    access: 'tools:read',
    tag: 'Tools',
    operationId: 'endMcpSession',
    summary: 'Ends a session of the Model Context Protocol; calls in progress continue.',
    ownership: 'self',
    discloses: 'nothing',
    params: none,
    query: none,
    headers: [sessionHeader],
    body: none,
    responses: [{ status: 200, description: 'The session has ended.', contentType: 'application/json' }],
    handle: async (_input, request) => {
      requireKnownOrigin(request, services);
      const sessions = await openSessions();
      sessions.end(sessions.find(request.header(SESSION) ?? '', request.caller));
      return { kind: 'text', contentType: 'application/json', content: '{}' };
    },
  });
  return [post, end];
};
