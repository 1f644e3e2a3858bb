import type { IncomingMessage } from 'node:http';

/**
 * Where a request comes from, as the log keeps it. Behind a trusted proxy the last entry of `X-Forwarded-For` counts:
 * that one the proxy wrote itself, the ones before it anybody may have.
 */
export const clientOf = (
  incoming: IncomingMessage,
  trustProxy: boolean,
): { readonly ip?: string; readonly userAgent?: string } => {
  const forwarded = [incoming.headers['x-forwarded-for'] ?? []].flat().at(-1)?.split(',').at(-1)?.trim();
  const ip = (trustProxy && forwarded ? forwarded : incoming.socket.remoteAddress)?.slice(0, 64);
  const userAgent = incoming.headers['user-agent']?.slice(0, 512);
  return { ...(ip ? { ip } : {}), ...(userAgent ? { userAgent } : {}) };
};
