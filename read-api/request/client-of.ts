import type { IncomingMessage } from 'node:http';
import type { Client } from '../../domain/kernel/event.ts';
import { clientAddress } from './client-address.ts';

/** The client of a request, as recorded in the log. */
export const clientOf = (incoming: IncomingMessage, trustProxy: boolean): Client => {
  const ip = clientAddress(incoming, trustProxy)?.slice(0, 64);
  const userAgent = incoming.headers['user-agent']?.slice(0, 512);
  return { ...(ip ? { ip } : {}), ...(userAgent ? { userAgent } : {}) };
};
