import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';

/** Whether the client uses TLS, to this server or to the trusted proxy in front of it. */
export const isSecure = (
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustProxy: boolean,
): boolean => {
  if (socket instanceof TLSSocket) return true;
  const forwarded = [headers['x-forwarded-proto'] ?? []].flat().at(-1)?.split(',').at(-1);
  return trustProxy && forwarded?.trim().toLowerCase() === 'https';
};
