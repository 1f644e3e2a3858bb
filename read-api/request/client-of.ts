import type { IncomingMessage } from 'node:http';
import type { Client } from '../../domain/kernel/event.ts';
import { clientAddress } from './client-address.ts';

/** Where a request comes from, as the log keeps it. */
export const clientOf = (incoming: IncomingMessage, trustProxy: boolean): Client => {
  const ip = clientAddress(incoming, trustProxy)?.slice(0, 64);
  const userAgent = incoming.headers['user-agent']?.slice(0, 512);
  return { ...(ip ? { ip } : {}), ...(userAgent ? { userAgent } : {}) };
};
