import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { openClient } from '../../../cli/api/open-client.ts';
import { runChat } from '../../../cli/consult/run-chat.ts';
import { openCliRun } from '../../support/cli-in-process.ts';
import { until } from '../../support/log-harness.ts';

const CTRL_C = '\u0003';
const ids = { first: '01900000-0000-7000-8000-000000000001', second: '01900000-0000-7000-8000-000000000002' };

type Call = { readonly command: string; readonly body: unknown; readonly answer: (ids?: object) => void };

let server: Server | undefined;
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

const answerOf = (ids: object): string =>
  JSON.stringify({
    success: true,
    data: { streamId: `conversation-${crypto.randomUUID()}`, revision: 0, position: 1, ...ids },
    metadata: { traceId: 't' },
    timestamp: '2026-01-01T00:00:00.000Z',
  });

const answerWith =
  (response: ServerResponse) =>
  (ids: object = {}): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(answerOf(ids));
  };

const draftFrame =
  'id: 7.12\nevent: draft\ndata: {"attempt":1,"from":0,"text":"Give the patient oxygen and then reassess"}\n\n';

/** A chat in a terminal, with a server that answers on demand. */
const openChat = async () => {
  const calls: Call[] = [];
  const started = createServer(async (request, response) => {
    const command = request.url?.split('/').at(-1) ?? '';
    if (command === 'stream') {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(draftFrame);
      return;
    }
    calls.push({ command, body: await json(request), answer: answerWith(response) });
  });
  server = started;
  await new Promise<void>((resolve) => {
    started.listen(0, '127.0.0.1', resolve);
  });
  const url = `http://127.0.0.1:${(started.address() as AddressInfo).port}`;

  const { cli, type, screen } = openCliRun({ NO_COLOR: '1' }, { columns: 80 });
  const ended = runChat(
    openClient({ url, token: async () => 'a-token' }, cli.signal),
    { filters: {}, json: false },
    cli,
  );
  return {
    ended,
    type,
    seesOnScreen: (text: string) => until(`the screen shows ${text}`, () => screen().includes(text)),
    next: async (command: string): Promise<Call> => {
      await until(`${command} is called`, () => calls.some((call) => call.command === command));
      const [call] = calls.splice(
        calls.findIndex((one) => one.command === command),
        1,
      );
      if (!call) throw new Error('unreachable');
      return call;
    },
  };
};

it('keeps an answer that arrives after the user gave up waiting out of a conversation about another patient', async () => {
  const chat = await openChat();
  chat.type('/context age=4 allergies=penicillin\n');
  const late = await chat.next('StartConversation');
  chat.type(CTRL_C);
  await chat.seesOnScreen('Stopped waiting.');
  chat.type('/new\n');
  await chat.seesOnScreen('starts a new conversation');
  late.answer({ conversationId: ids.first });
  (await chat.next('SetClinicalContext')).answer({ conversationId: ids.first });

  chat.type('/context weight=80\n');
  (await chat.next('StartConversation')).answer({ conversationId: ids.second });
  const { body, answer } = await chat.next('SetClinicalContext');
  answer({ conversationId: ids.second });
  expect(body).toEqual({ conversationId: ids.second, clinicalContext: { patientWeight: 80 } });
  chat.type('/quit\n');
  await chat.ended;
});

it('cancels the current question on Ctrl-C, and continues', async () => {
  const chat = await openChat();
  chat.type('what comes first?\n');
  (await chat.next('StartConversation')).answer({ conversationId: ids.first });
  (await chat.next('AskQuery')).answer({ queryId: ids.second });
  await chat.seesOnScreen('Give the patient oxygen');
  chat.type(CTRL_C);
  const { body, answer } = await chat.next('CancelQuery');
  answer({ queryId: ids.second });
  expect(body).toEqual({ queryId: ids.second });
  await chat.seesOnScreen('Cancelled.');
  chat.type('/quit\n');
  await chat.ended;
});
