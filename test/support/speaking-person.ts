import { once } from 'node:events';
import { WebSocket } from 'ws';

type Frame = Readonly<Record<string, unknown>> & { readonly type: string };

/** The speaker's side: the received messages, and a way to wait for more. */
export const speak = async (url: string, path: string, headers: Record<string, string> = {}) => {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, { headers });
  const frames: Frame[] = [];
  const waiting = new Set<() => void>();
  socket.on('message', (data) => {
    frames.push(JSON.parse(String(data)));
    for (const look of waiting) look();
  });
  const closed = new Promise<number>((resolve) => socket.once('close', (code) => resolve(code)));
  socket.on('error', () => {});
  const refused = new Promise<{ readonly status: number | undefined; readonly body: string }>((resolve) =>
    socket.once('unexpected-response', async (_request, response) => {
      const parts: Buffer[] = [];
      for await (const part of response) parts.push(part);
      resolve({ status: response.statusCode, body: Buffer.concat(parts).toString() });
    }),
  );
  const opened = once(socket, 'open').then(() => true as const);
  opened.catch(() => {});
  return {
    socket,
    frames,
    closed,
    refused,
    opened,
    say: (message: object) => socket.send(JSON.stringify(message)),
    received: (type: string, count = 1) =>
      new Promise<readonly Frame[]>((resolve) => {
        const look = (): void => {
          const found = frames.filter((frame) => frame.type === type);
          if (found.length < count) return;
          waiting.delete(look);
          resolve(found);
        };
        waiting.add(look);
        look();
      }),
  };
};
