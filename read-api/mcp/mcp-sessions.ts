import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { LRUCache } from 'lru-cache';
import type { Caller } from '../../commands/runtime/caller.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { HttpApiServices } from '../http-api-services.ts';

/** A client's session and its owner. */
export type McpSession = {
  readonly id: string;
  /** The owner: no other caller can use it, even with its id. */
  readonly owner: string;
  readonly server: Server;
  readonly transport: WebStandardStreamableHTTPServerTransport;
  /** Messages received so far. */
  messages: number;
};

export type McpSessions = {
  /**
   * Begins a session; if its owner has too many, the least recently used one ends.
   *
   * @param serve creates the server of the session
   */
  readonly begin: (
    caller: Caller,
    serve: (sessionId: string, transport: McpSession['transport']) => Server,
  ) => Promise<McpSession>;
  /** @throws Failure `not_found` when the caller has no session with this id */
  readonly find: (sessionId: string, caller: Caller) => McpSession;
  readonly end: (session: McpSession) => void;
};

/** Sessions of one node, some 20 kB each. */
const MAX_SESSIONS = 1000;
/** Sessions per person and token: more than the clients that one has open. */
const MAX_SESSIONS_OF_ONE = 20;
/** A client away for longer starts a new session, which the protocol makes it do automatically. */
const MAX_IDLE_MS = 3_600_000;
/** The transport remembers each request that was cancelled until its session ends: some 200 bytes. */
const MAX_MESSAGES = 10_000;

const ownerOf = ({ actor: { id, onBehalfOf } }: Caller): string => JSON.stringify([id, onBehalfOf]);

const unknownSession = (): Failure =>
  new Failure(failure('not_found', 'This MCP session does not exist or has ended. Initialize a new one.'));

/**
 * Stores the sessions of this process; they end with it, after an hour without messages, or when there are too many.
 */
export const createMcpSessions = ({
  identity,
  stopping,
}: Pick<HttpApiServices, 'identity' | 'stopping'>): McpSessions => {
  const sessions = new LRUCache<string, McpSession>({
    max: MAX_SESSIONS,
    ttl: MAX_IDLE_MS,
    updateAgeOnGet: true,
    dispose: ({ server }) => {
      // Its pending requests are informed that the client is gone.
      server.close().catch(() => {});
    },
  });
  const endAll = (): void => sessions.clear();

  const makeRoomFor = (owner: string): void => {
    sessions.purgeStale();
    // From the most to the least recently used.
    const own = [...sessions.values()].filter((session) => session.owner === owner);
    for (const { id } of own.slice(MAX_SESSIONS_OF_ONE - 1)) sessions.delete(id);
  };

  return {
    begin: async (caller, serve) => {
      const owner = ownerOf(caller);
      makeRoomFor(owner);
      const id = identity.newId();
      const transport = new WebStandardStreamableHTTPServerTransport({ sessionIdGenerator: () => id });
      const server = serve(id, transport);
      await server.connect(transport);
      const session: McpSession = { id, owner, server, transport, messages: 0 };
      sessions.set(id, session);
      // Harmless when repeated: the listener is the same.
      stopping.addEventListener('abort', endAll, { once: true });
      return session;
    },
    find: (sessionId, caller) => {
      const session = sessions.get(sessionId);
      if (session === undefined || session.owner !== ownerOf(caller)) throw unknownSession();
      session.messages += 1;
      if (session.messages <= MAX_MESSAGES) return session;
      sessions.delete(sessionId);
      throw unknownSession();
    },
    end: ({ id }) => void sessions.delete(id),
  };
};
