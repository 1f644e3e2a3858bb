import { createServer } from 'node:net';

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/**
 * A currently free port. It is below the system's range for outgoing connections, so that no other process takes it
 * while a server is down that restarts on it; and outside the ports of `.ci/start-*`.
 */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = 10_000 + Math.floor(Math.random() * 10_000);
    if (await listens(port)) return port;
  }
  throw new Error('There is no free port.');
};
