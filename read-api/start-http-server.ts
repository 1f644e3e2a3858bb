import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type Koa from 'koa';
import { Failure, failure } from '../domain/kernel/failure.ts';
import type { Clock } from '../ports/clock.ts';
import type { IdentitySource } from '../ports/identity.ts';
import type { Logger } from '../ports/logger.ts';
import { failureResponse } from './failure-response.ts';
import { MAX_HEADER_BYTES, refuseOutsideKoa } from './refuse-outside-koa.ts';
import type { ApiState } from './routing/api-state.ts';
import { securityHeaders } from './routing/security-headers.ts';
import { responseForUpgrade, wantsWebSocket } from './routing/upgrades.ts';

/** Durations in milliseconds. */
type HttpPortOptions = {
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly clock: Clock;
  readonly identity: IdentitySource;
  /** Time for all headers of a request to arrive. */
  readonly headersTimeout?: number;
  /** Time for a whole request to arrive; a slow line needs long for 50 MB. */
  readonly requestTimeout?: number;
  /** How long an idle connection stays open for the next request. */
  readonly keepAliveTimeout?: number;
  readonly maxConnections?: number;
  /** Certificate and key in PEM; the server then accepts only TLS. */
  readonly tls?: TlsPair;
};

/** In PEM. */
type TlsPair = { readonly cert: string; readonly key: string };

/** The application that serves a port. */
type HttpService = {
  readonly app: Koa<ApiState>;
  readonly logger: Logger;
  /** Aborted by `stop`: the application ends its open streams. */
  readonly stopping: AbortController;
  /**
   * How long `stop` waits for requests in progress, and then a quarter of that for work on requests whose callers
   * have disconnected.
   */
  readonly stopTimeout?: number;
};

type HttpServerOptions = HttpPortOptions & HttpService;

/** A bound port; until there is a service, requests get the response that the server is starting. */
type HttpPort = {
  /** The URL, with the actual port. */
  readonly url: string;
  readonly port: number;
  readonly serve: (service: HttpService) => HttpServer;
  /** Uses another certificate for new connections. */
  readonly renewTls: (tls: TlsPair) => void;
  /** Releases the port, when there will be no service. */
  readonly close: () => Promise<void>;
};

type HttpServer = {
  /** The URL, with the actual port. */
  readonly url: string;
  readonly port: number;
  /**
   * Accepts no new connections, ends open streams, waits for requests in progress, and closes the remaining
   * connections after the timeout. Resolves when no request is in progress, or when work does not end in time.
   * Repeated calls wait for the same end.
   */
  readonly stop: () => Promise<void>;
};

const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 300_000;
const KEEP_ALIVE_TIMEOUT_MS = 65_000;
/** RFC 8996 deprecated earlier versions. */
const MIN_TLS = 'TLSv1.2';
// Together with everything that is closed after it, the process exits within 15 s.
const STOP_TIMEOUT_MS = 6_000;
const MAX_CONNECTIONS = 10_000;

const listening = (server: Server, host: string, port: number): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => {
      server.off('error', reject);
      const address = server.address();
      if (address && typeof address === 'object') resolve(address);
      else reject(new Error('The server listens on no network port.'));
    });
  });

const urlOf = ({ address, family, port }: AddressInfo, scheme: 'http' | 'https'): string => {
  const everywhere = address === '::' || address === '0.0.0.0';
  const host = everywhere ? 'localhost' : family === 'IPv6' ? `[${address}]` : address;
  return `${scheme}://${host}:${port}`;
};

/** The open connections. */
type UnderWay = {
  readonly sockets: ReadonlySet<Socket>;
  /** The connections as HTTP sees them: the same sockets, or their TLS layer. */
  readonly connections: ReadonlySet<Socket>;
  /** The work on each request, which may outlive its connection. */
  readonly work: ReadonlySet<Promise<void>>;
};

/** Waits for the work on requests, so that its dependencies can be closed. */
const workIsDone = async (work: ReadonlySet<Promise<void>>, timeout: number): Promise<boolean> => {
  const waiting = new AbortController();
  const timeLimit = delay(timeout, false, { signal: waiting.signal }).catch(() => false);
  const done = Promise.all(work).then(() => true);
  const isDone = await Promise.race([done, timeLimit]);
  waiting.abort();
  return isDone;
};

const stopper =
  (server: Server, { sockets, connections, work }: UnderWay, options: HttpService) =>
  async () => {
    const { logger, stopTimeout = STOP_TIMEOUT_MS } = options;
    options.stopping.abort();
    const closed = new Promise<void>((resolve) => {
      server.close(() => resolve());
    });
    const closeIdle = (): void => {
      server.closeIdleConnections();
      // Node treats a connection that was opened in advance and never used as busy.
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    };
    closeIdle();
    // Connections become idle when their requests end; a client that keeps one alive would block the shutdown.
    const sweep = setInterval(closeIdle, 50);
    const cut = setTimeout(() => {
      logger.warn({ connections: sockets.size }, 'Open connections were closed at shutdown.');
      for (const socket of sockets) socket.destroy();
    }, stopTimeout);
    await closed;
    clearInterval(sweep);
    clearTimeout(cut);
    if (!(await workIsDone(work, stopTimeout / 4)))
      logger.warn({ requests: work.size }, 'Unfinished requests were abandoned at shutdown.');
  };

/** Translates the operating system's error about a port or an address into a sentence for the operator. */
const bindFailure = (error: unknown, host: string, port: number): unknown => {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  const sentences: Readonly<Record<string, string>> = {
    EADDRINUSE: `Port ${port} is in use, perhaps by another Anamnesis server: stop that program, or set PORT to another port.`,
    EACCES: `Port ${port} may not be opened by this user: set PORT to one above 1023.`,
    EADDRNOTAVAIL: `HOST ${host} is not an address of this machine: set HOST to one that it has, or to 0.0.0.0 for all.`,
    ENOTFOUND: `HOST ${host} cannot be resolved: set it to an address or a name of this machine.`,
    EAI_AGAIN: `HOST ${host} cannot be resolved: set it to an address or a name of this machine.`,
  };
  const sentence = typeof code === 'string' ? sentences[code] : undefined;
  return sentence === undefined
    ? error
    : new Failure(failure('unavailable', sentence, { component: 'http' }), { cause: error });
};

/** Responds to requests while the application is still starting. */
const refuseWhileStarting = ({ clock, identity }: HttpPortOptions, response: ServerResponse): void => {
  const reason = failure('unavailable', 'The server is starting. Try again shortly.', { retryAfter: 1 });
  const { status, headers, body } = failureResponse(
    reason,
    identity.newId().replaceAll('-', ''),
    clock.now(),
  );
  response.writeHead(status, {
    ...securityHeaders,
    ...headers,
    'Content-Type': 'application/problem+json',
    Connection: 'close',
  });
  response.end(JSON.stringify(body));
};

/**
 * Binds a port, with every timeout and size bounded. Resolves when it accepts connections. Bind it before anything
 * else, so that a start without its port leaves no trace.
 *
 * @throws Failure with a sentence when the port or the address is not available
 */
export const bindHttpPort = async (options: HttpPortOptions): Promise<HttpPort> => {
  let answer: ((request: IncomingMessage, response: ServerResponse) => Promise<void>) | undefined;
  const work = new Set<Promise<void>>();
  const limits = {
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: options.headersTimeout ?? HEADERS_TIMEOUT_MS,
    requestTimeout: options.requestTimeout ?? REQUEST_TIMEOUT_MS,
    keepAliveTimeout: options.keepAliveTimeout ?? KEEP_ALIVE_TIMEOUT_MS,
    connectionsCheckingInterval: 5_000,
    noDelay: true,
    // Checked later, where a missing one gets a proper response.
    requireHostHeader: false,
    shouldUpgradeCallback: wantsWebSocket,
  };
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    if (isRefused(request, response)) return;
    if (answer === undefined) {
      refuseWhileStarting(options, response);
      return;
    }
    // Koa handles failures itself, so this never rejects.
    const answering = answer(request, response).finally(() => work.delete(answering));
    work.add(answering);
  };
  const { tls } = options;
  const tlsServer =
    tls &&
    createTlsServer(
      { ...limits, ...tls, minVersion: MIN_TLS, handshakeTimeout: limits.headersTimeout },
      onRequest,
    );
  const server = tlsServer ?? createServer(limits, onRequest);
  server.on('upgrade', (request, socket, head) => {
    const response = responseForUpgrade(request, socket, head);
    if (response) onRequest(request, response);
  });
  const isRefused = refuseOutsideKoa(server, options);
  server.maxConnections = options.maxConnections ?? MAX_CONNECTIONS;
  const sockets = new Set<Socket>();
  const connections = new Set<Socket>();
  const keepIn = (set: Set<Socket>) => (socket: Socket) => {
    set.add(socket);
    socket.once('close', () => set.delete(socket));
  };
  server.on('connection', keepIn(sockets));
  server.on(tls ? 'secureConnection' : 'connection', keepIn(connections));
  const address = await listening(server, options.host, options.port).catch((error: unknown) => {
    throw bindFailure(error, options.host, options.port);
  });
  const place = { url: urlOf(address, options.tls ? 'https' : 'http'), port: address.port };
  return {
    ...place,
    renewTls: (renewed) => tlsServer?.setSecureContext({ ...renewed, minVersion: MIN_TLS }),
    serve: (service) => {
      answer = service.app.callback();
      let stopped: Promise<void> | undefined;
      const stop = stopper(server, { sockets, connections, work }, service);
      return {
        ...place,
        stop: () => {
          stopped ??= stop();
          return stopped;
        },
      };
    },
    close: async () => {
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};

/** Binds a port and serves the application. */
export const startHttpServer = async (options: HttpServerOptions): Promise<HttpServer> =>
  (await bindHttpPort(options)).serve(options);
