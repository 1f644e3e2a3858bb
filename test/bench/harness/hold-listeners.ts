/** Listeners in a separate thread: `{port, tokens, perToken}`; reports the number of events received by each. */
import { connect } from 'node:net';
import { parentPort, workerData } from 'node:worker_threads';
import { z } from 'zod';

const { port, tokens, perToken } = z
  .object({ port: z.number(), tokens: z.array(z.string()), perToken: z.number() })
  .parse(workerData);

let open = 0;
let events = 0;
const all = tokens.length * perToken;
for (const token of tokens) {
  for (let number = 0; number < perToken; number += 1) {
    const socket = connect(port, '127.0.0.1', () => {
      socket.write(`GET /api/stream HTTP/1.1\r\nHost: bench\r\nAuthorization: Bearer ${token}\r\n\r\n`);
    });
    let opened = false;
    socket.on('data', (bytes) => {
      if (!opened) {
        opened = true;
        open += 1;
        if (open === all) parentPort?.postMessage('open');
      }
      // Each event has one; counting characters would cost more than receiving them.
      for (let at = bytes.indexOf('data: '); at >= 0; at = bytes.indexOf('data: ', at + 6)) events += 1;
    });
    socket.on('error', () => {});
  }
}
parentPort?.on('message', () => parentPort?.postMessage(events));
