import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FailureReason } from '../../domain/kernel/failure.ts';
import { failureResponse } from '../../read-api/failure-response.ts';

/** A server that answers as a test says, for what a real server cannot be made to do. */
export const standIn = async (listener: RequestListener): Promise<{ url: string; close: () => void }> => {
  const server: Server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
};

/** A successful answer. */
export const enveloped = (data: unknown, metadata: object = {}): string =>
  JSON.stringify({ success: true, data, metadata: { traceId: 't', ...metadata }, timestamp: '' });

/** A refusal, as the server sends it. */
export const refused = (reason: FailureReason) => {
  const { status, headers, body } = failureResponse(reason, 'trace-7', '2026-01-01T00:00:00.000Z');
  return { status, headers, body: JSON.stringify(body) };
};

/** The method and path of a request. */
export const asked = ({ method, url }: IncomingMessage): string => `${method} ${url}`;
