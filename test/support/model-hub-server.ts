import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A server of model files like the model hub: small ones at `/<model>/resolve/<revision>/<path>`, all others by a
 * redirect to another address.
 */
export const startModelHub = async (files: ReadonlyMap<string, Uint8Array>) => {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = decodeURIComponent(request.url ?? '');
    asked.push(path);
    const stored = path.startsWith('/stored/') ? path.slice('/stored'.length) : path;
    const content = files.get(stored);
    if (content === undefined) response.writeHead(404).end('Entry not found');
    else if (stored === path && path.endsWith('.onnx'))
      response.writeHead(302, { location: `/stored${path}` }).end();
    else response.writeHead(200, { 'content-length': content.length }).end(content);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/`),
    asked,
    [Symbol.asyncDispose]: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};

/**
 * A server that breaks off its responses under `/cut/`, falls silent under `/silent/`, and otherwise never responds.
 */
export const startFaultyHub = async () => {
  const server = createServer((request, response) => {
    const [, what] = (request.url ?? '').split('/');
    if (what !== 'cut' && what !== 'silent') return;
    response.writeHead(200, { 'content-length': 1000 });
    response.write('begun', () => {
      if (what === 'cut') response.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/`),
    [Symbol.asyncDispose]: async (): Promise<void> => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
};
