import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What is answered instead of the server: a status and a code, as S3 says it; or an answer that breaks off. */
export type SpoiltAnswer =
  | { readonly status: number; readonly code: string }
  | { readonly breakAfter: number };

/** A way to an S3 server that answers itself now and then. Signatures hold: it passes the caller's host on. */
export type S3Spoiler = AsyncDisposable & {
  readonly url: string;
  /** Requests as they came: method and path. */
  readonly seen: readonly string[];
  /** Decides for each request; `undefined` lets it through. */
  spoil: (method: string, path: string) => SpoiltAnswer | undefined;
};

/** Listens on a port of its own in front of the endpoint. */
export const startS3Spoiler = async (endpoint: string): Promise<S3Spoiler> => {
  const { hostname, port } = new URL(endpoint);
  const seen: string[] = [];
  const spoiler: { spoil: S3Spoiler['spoil'] } = { spoil: () => undefined };
  const server = createServer((incoming, outgoing) => {
    const { method = '', url = '' } = incoming;
    seen.push(`${method} ${url}`);
    const spoilt = spoiler.spoil(method, url);
    if (spoilt && 'status' in spoilt) {
      incoming.resume().on('end', () => {
        outgoing.writeHead(spoilt.status, { 'content-type': 'application/xml' });
        outgoing.end(
          method === 'HEAD'
            ? ''
            : `<?xml version="1.0"?><Error><Code>${spoilt.code}</Code><Message>no</Message></Error>`,
        );
      });
      return;
    }
    const onward = request({ hostname, port, method, path: url, headers: incoming.headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers);
      let left = spoilt?.breakAfter ?? Number.POSITIVE_INFINITY;
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
  return Object.assign(spoiler, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
};
