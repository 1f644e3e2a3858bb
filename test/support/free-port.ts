import { createServer } from 'node:net';

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/** The only port of this range that `fetch` refuses to connect to (https://fetch.spec.whatwg.org/#port-blocking). */
const REFUSED_BY_FETCH = 10_080;

/**
 * A currently free port. It is below the system's range for outgoing connections, so that no other process takes it
 * while a server is down that restarts on it; and outside the ports of `.ci/start-*`.
 */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = 10_000 + Math.floor(Math.random() * 10_000);
    if (port !== REFUSED_BY_FETCH && (await listens(port))) return port;
  }
  throw new Error('There is no free port.');
};
