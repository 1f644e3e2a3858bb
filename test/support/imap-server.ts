import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

/** The response to a command: lines, silence, a closed connection, or endless bytes. */
export type ImapReply = readonly string[] | 'silent' | 'close' | 'endless';

const endless = (socket: Socket): void => {
  const part = Buffer.alloc(64 * 1024, 'x');
  const write = (): void => {
    while (!socket.destroyed && socket.write(part));
  };
  socket.on('drain', write);
  socket.write('* ');
  write();
};

/**
 * A real server with the greeting of IMAP (RFC 3501) and scripted responses: `reply` gets each command without its tag,
 * and writes `%` in place of the tag. A literal is part of its command.
 */
export const startImapServer = async (reply: (command: string) => ImapReply, greeting = '* OK ready') => {
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    socket.setEncoding('latin1');
    socket.write(`${greeting}\r\n`);
    let buffered = '';
    socket.on('data', (part: string) => {
      buffered += part;
      for (;;) {
        const end = buffered.indexOf('\r\n');
        if (end < 0) return;
        const line = buffered.slice(0, end);
        const literal = /\{(\d+)\}$/.exec(line);
        const length = literal === null ? 0 : Number(literal[1]);
        if (literal !== null && buffered.length < end + 2 + length + 2) {
          // Requested once; the continuation arrives in a later chunk.
          if (buffered.length === end + 2) socket.write('+ go on\r\n');
          return;
        }
        const command =
          literal === null ? line : buffered.slice(0, buffered.indexOf('\r\n', end + 2 + length));
        buffered = buffered.slice(command.length + 2);
        const blank = command.indexOf(' ');
        const tag = command.slice(0, blank);
        const asked = command.slice(blank + 1);
        commands.push(asked);
        const answer = reply(asked);
        if (answer === 'close') socket.destroy();
        else if (answer === 'endless') endless(socket);
        else if (answer !== 'silent')
          socket.write(answer.map((text) => `${text.replace(/^%/, tag)}\r\n`).join(''));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    commands,
    url: new URL(`imap://127.0.0.1:${port}`),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};
