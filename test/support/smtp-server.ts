import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';

type SmtpScript = {
  /** Responses to commands with this prefix, instead of the usual one; `silent` sends nothing. */
  readonly answers?: Readonly<Record<string, string | 'silent'>>;
  /** The response to the text of an e-mail, instead of acceptance; `silent` sends nothing, `close` disconnects. */
  readonly afterText?: string | 'silent' | 'close';
  /** Called when a text has arrived. */
  readonly onText?: () => void;
};

const usual: Readonly<Record<string, string>> = {
  EHLO: '250-test\r\n250 AUTH PLAIN LOGIN',
  AUTH: '235 welcome',
  DATA: '354 go on',
  QUIT: '221 bye',
};

/** A real mail server with enough SMTP to receive an e-mail, and scripted refusals. */
export const startSmtpServer = async () => {
  const mails: { readonly to: readonly string[]; readonly text: string }[] = [];
  const commands: string[] = [];
  const sockets = new Set<Socket>();
  let script: SmtpScript = {};

  const serve = (socket: Socket): void => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => {});
    let to: string[] = [];
    let inData = false;
    let buffered = '';
    const say = (line: string): void => void socket.write(`${line}\r\n`);
    const answer = (line: string): void => {
      commands.push(line);
      const verb = (line.split(' ')[0] ?? '').toUpperCase();
      const reply = script.answers?.[verb] ?? usual[verb] ?? '250 ok';
      if (verb === 'RCPT') to.push(line.slice(line.indexOf('<') + 1, line.indexOf('>')));
      inData = verb === 'DATA' && reply.startsWith('354');
      if (reply !== 'silent') say(reply);
      if (verb === 'QUIT') socket.end();
    };
    say('220 test ESMTP');
    socket.setEncoding('utf8');
    socket.on('data', (part: string) => {
      buffered += part;
      for (;;) {
        const end = buffered.indexOf(inData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const text = buffered.slice(0, end);
        buffered = buffered.slice(end + (inData ? 5 : 2));
        if (inData) {
          inData = false;
          mails.push({ to, text });
          to = [];
          script.onText?.();
          const { afterText = '250 taken' } = script;
          if (afterText === 'close') socket.destroy();
          else if (afterText !== 'silent') say(afterText);
        } else answer(text);
      }
    });
  };

  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    mails,
    commands,
    url: new URL(`smtp://sender:very%20secret@127.0.0.1:${port}`),
    behave: (next: SmtpScript): void => {
      script = next;
    },
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.destroy();
        server.close(() => resolve());
      }),
  };
};
