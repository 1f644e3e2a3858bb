import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** The most bytes in one client message. */
const MAX_MESSAGE_BYTES = 512 * 1024;

type Upgrade = { readonly socket: Socket; readonly head: Buffer; readonly response: ServerResponse };

const upgrades = new WeakMap<IncomingMessage, Upgrade>();
const server = new WebSocketServer({
  noServer: true,
  maxPayload: MAX_MESSAGE_BYTES,
  perMessageDeflate: false,
  clientTracking: false,
});

/** Whether a request asks to become a WebSocket (RFC 6455, 4.1). Other upgrade requests are ignored. */
export const wantsWebSocket = (request: IncomingMessage): boolean =>
  request.method === 'GET' && request.headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Creates a response for an upgrade request, so that it passes through sign-in, limits and routing like every other
 * request. It is also refused like one, and its connection is then closed.
 */
export const responseForUpgrade = (
  request: IncomingMessage,
  socket: Duplex,
  head: Buffer,
): ServerResponse | undefined => {
  socket.on('error', () => {});
  if (!(socket instanceof Socket)) {
    socket.destroy();
    return undefined;
  }
  const response = new ServerResponse(request);
  // No further request is read from this connection.
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  response.once('finish', () => socket.end());
  upgrades.set(request, { socket, head, response });
  return response;
};

/** Sixteen bytes in base64, and the protocol version (RFC 6455, 4.2.1). */
const KEY = /^[+/0-9A-Za-z]{22}==$/;
const VERSION = '13';

/**
 * Whether a request can become a WebSocket. No session is started for a handshake that would fail, or for a caller
 * that has disconnected.
 */
export const canUpgrade = (request: IncomingMessage): boolean => {
  const { 'sec-websocket-key': key, 'sec-websocket-version': version } = request.headers;
  const waiting = upgrades.get(request);
  return (
    waiting !== undefined && !waiting.socket.destroyed && KEY.test(key?.trim() ?? '') && version === VERSION
  );
};

/**
 * Completes the upgrade to a WebSocket; the response counts as closed when the socket is. Returns whether it
 * succeeded: the library itself refuses an invalid handshake, and a caller may have disconnected meanwhile.
 */
export const upgrade = (request: IncomingMessage, accept: (socket: WebSocket) => void): boolean => {
  const waiting = upgrades.get(request);
  if (waiting === undefined) throw new Error('Only an upgrade request can become a WebSocket.');
  upgrades.delete(request);
  const { socket, head, response } = waiting;
  response.detachSocket(socket);
  socket.once('close', () => response.emit('close'));
  let isOpen = false;
  // The callback runs before this returns, or never.
  server.handleUpgrade(request, socket, head, (opened) => {
    isOpen = true;
    accept(opened);
  });
  return isOpen;
};
