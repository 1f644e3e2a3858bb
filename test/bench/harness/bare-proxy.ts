/** Forwards each request to the given address and streams the response back: the minimum cost of a proxy. */
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

const { target } = z.object({ target: z.string() }).parse(workerData);

const server = createServer((incoming, response) => {
  const headers = { 'content-type': 'application/json' };
  const passed = request(`${target}/chat/completions`, { method: 'POST', headers }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, { 'content-type': 'text/event-stream' });
    // Sent before the first words, so that the client learns that they will come.
    response.flushHeaders();
    answer.pipe(response);
  });
  passed.on('error', () => response.destroy());
  response.on('close', () => passed.destroy());
  incoming.pipe(passed);
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  parentPort?.postMessage(port);
});
