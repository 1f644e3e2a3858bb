import { createServer } from 'node:net';

const listens = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  });

/**
 * A port that nothing listens on at this moment. It is below those that the system gives to outgoing connections, so that
 * no one takes it while a server is down that comes back to it; and not among those of `.ci/start-*`.
 */
export const freePort = async (): Promise<number> => {
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const port = 10_000 + Math.floor(Math.random() * 10_000);
    if (await listens(port)) return port;
  }
  throw new Error('There is no free port.');
};
