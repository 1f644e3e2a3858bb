import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A response in place of the server's: an S3 error with its status, or a truncated body. */
export type FaultyAnswer =
  | { readonly status: number; readonly code: string }
  | { readonly breakAfter: number };

/**
 * A proxy of an S3 server that can respond in its place. Signatures stay valid because it forwards the caller's host.
 */
export type FaultyS3Proxy = AsyncDisposable & {
  readonly url: string;
  /** Method and path of each request, in order. */
  readonly seen: readonly string[];
  /** Called for each request; `undefined` forwards it. */
  faultOf: (method: string, path: string) => FaultyAnswer | undefined;
};

/** Starts a proxy on its own port in front of the endpoint. */
export const startFaultyS3Proxy = async (endpoint: string): Promise<FaultyS3Proxy> => {
  const { hostname, port } = new URL(endpoint);
  const seen: string[] = [];
  const proxy: { faultOf: FaultyS3Proxy['faultOf'] } = { faultOf: () => undefined };
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '' } = incoming;
    seen.push(`${method} ${url}`);
    const fault = proxy.faultOf(method, url);
    if (fault && 'status' in fault) {
      incoming.resume().on('end', () => {
        outgoing.writeHead(fault.status, { 'content-type': 'application/xml' });
        outgoing.end(
          method === 'HEAD'
            ? ''
            : `<?xml version="1.0"?><Error><Code>${fault.code}</Code><Message>no</Message></Error>`,
        );
      });
      return;
    }
    const onward = request({ hostname, port, method, path: url, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      let left = fault?.breakAfter ?? Number.POSITIVE_INFINITY;
      answer.on('data', (bytes: Buffer) => {
        outgoing.write(bytes.subarray(0, left));
        left -= bytes.byteLength;
        if (left <= 0) outgoing.destroy();
      });
      answer.on('end', () => outgoing.end());
    });
    onward.on('error', () => outgoing.destroy());
    incoming.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(proxy, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
};
