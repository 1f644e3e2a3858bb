import { type IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';

/** Bytes of one message of a client. */
const MAX_MESSAGE_BYTES = 512 * 1024;

type Upgrade = { readonly socket: Socket; readonly head: Buffer; readonly response: ServerResponse };

const upgrades = new WeakMap<IncomingMessage, Upgrade>();
const server = new WebSocketServer({
  noServer: true,
  maxPayload: MAX_MESSAGE_BYTES,
  perMessageDeflate: false,
  clientTracking: false,
});

/** Whether a request wants to go on as a WebSocket (RFC 6455, 4.1). Other wishes for an upgrade are passed over. */
export const wantsWebSocket = (request: IncomingMessage): boolean =>
  request.method === 'GET' && request.headers.upgrade?.toLowerCase() === 'websocket';

/**
 * Makes an answer for a request that wants to go on as a WebSocket, so that it takes the way of every other request:
 * through sign-in, limits and routing. It is refused like one, too, and its connection is closed then.
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

/** Sixteen bytes in base64, and the version of the protocol (RFC 6455, 4.2.1). */
const KEY = /^[+/0-9A-Za-z]{22}==$/;
const VERSION = '13';

/**
 * Whether a request can be answered with a WebSocket: nothing is begun for a handshake that fails, or for a caller who
 * has left.
 */
export const canUpgrade = (request: IncomingMessage): boolean => {
  const { 'sec-websocket-key': key, 'sec-websocket-version': version } = request.headers;
  const waiting = upgrades.get(request);
  return (
    waiting !== undefined && !waiting.socket.destroyed && KEY.test(key?.trim() ?? '') && version === VERSION
  );
};

/**
 * Goes on as a WebSocket; its response counts as closed when that is. Answers whether it does: a handshake that is not
 * as it should be the library refuses itself, and a caller can have left meanwhile.
 */
export const upgrade = (request: IncomingMessage, accept: (socket: WebSocket) => void): boolean => {
  const waiting = upgrades.get(request);
  if (waiting === undefined) throw new Error('Only a request for an upgrade can go on as a WebSocket.');
  upgrades.delete(request);
  const { socket, head, response } = waiting;
  response.detachSocket(socket);
  socket.once('close', () => response.emit('close'));
  let isOpen = false;
  // It calls back before it returns, or never.
  server.handleUpgrade(request, socket, head, (opened) => {
    isOpen = true;
    accept(opened);
  });
  return isOpen;
};
