import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message in a request. */
type SentMessage = {
  readonly role: 'system' | 'user' | 'assistant' | 'tool';
  readonly content: string;
  readonly tool_call_id?: string;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly type: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
};

type Body = {
  readonly model: string;
  readonly messages: readonly SentMessage[];
  readonly tools?: readonly {
    readonly type: string;
    readonly function: { readonly name: string; readonly description: string; readonly parameters: object };
  }[];
  readonly [field: string]: unknown;
};

/** One step of a streamed response. */
export type OpenAiStep =
  /** A frame with text. */
  | { readonly say: string }
  /** A frame with raw parts of tool calls. */
  | { readonly calls: readonly object[] }
  /** A pause until the test resolves the promise. */
  | { readonly until: Promise<unknown> }
  /** A pause that begins when it is reached. */
  | { readonly later: () => Promise<unknown> }
  /** Raw bytes outside any frame. */
  | { readonly raw: string }
  | { readonly finish: string }
  | { readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number } }
  /** The frame that ends the stream. */
  | 'done'
  /** Closes the connection midway. */
  | 'cut'
  /** Sends nothing more and stays connected. */
  | 'hang'
  /** Repeats one word until the client leaves. */
  | 'go on for ever';

/** The response to one request: a stream of steps, or any other response. */
export type OpenAiReply =
  | readonly OpenAiStep[]
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | 'refuse connection';

export type OpenAiCall = {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: Body;
  /** Settles when the connection has closed, with whether the client left before the response was complete. */
  readonly closed: Promise<{ readonly byClient: boolean }>;
};

/** A complete answer with one word per frame. `usage: false` omits the token counts. */
export const answering = (
  text: string,
  { finish = 'stop', usage = true }: { finish?: string; usage?: boolean } = {},
): readonly OpenAiStep[] => {
  const words = text.match(/\S+\s*|\s+/g) ?? [];
  return [
    ...words.map((word) => ({ say: word })),
    { finish },
    ...(usage ? [{ usage: { prompt_tokens: 100, completion_tokens: words.length } }] : []),
    'done',
  ];
};

/** A tool call in an answer; arguments other than strings are encoded as JSON. */
export type AnswerToolCall = { readonly id?: string; readonly name: string; readonly arguments: unknown };

/**
 * An answer with tool calls as streamed by OpenAI: for each call a frame with its id and name, then its arguments in
 * chunks of a few characters, one call after another by index; `finish_reason` last.
 */
export const calling = (...tools: readonly AnswerToolCall[]): readonly OpenAiStep[] => [
  ...tools.flatMap(({ id, name, arguments: given }, index) => {
    const written = typeof given === 'string' ? given : JSON.stringify(given);
    const pieces = written.match(/[\s\S]{1,7}/g) ?? [];
    return [
      {
        calls: [
          { index, id: id ?? `call_${index + 1}`, type: 'function', function: { name, arguments: '' } },
        ],
      },
      ...pieces.map((piece) => ({ calls: [{ index, function: { arguments: piece } }] })),
    ];
  }),
  { finish: 'tool_calls' },
  { usage: { prompt_tokens: 120, completion_tokens: 20 * tools.length } },
  'done',
];

/**
 * A real server with OpenAI's streaming chat completions and scripted responses: `next` has one for each coming
 * request, `always` applies to all others, `answering('Yes.')` by default.
 */
export const startOpenAiServer = async () => {
  const calls: OpenAiCall[] = [];
  const waiting: { count: number; resolve: () => void }[] = [];
  const script: { next: OpenAiReply[]; always: OpenAiReply | ((call: OpenAiCall) => OpenAiReply) } = {
    next: [],
    always: answering('Yes.'),
  };

  const readBody = async (request: IncomingMessage): Promise<Body> => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    return JSON.parse(Buffer.concat(parts).toString('utf8')) as Body;
  };

  /** Connections closed by the server. */
  const cut = new WeakSet<ServerResponse>();

  const perform = async (response: ServerResponse, { body }: OpenAiCall, steps: readonly OpenAiStep[]) => {
    const gone = new Promise<void>((resolve) => response.once('close', resolve));
    const write = async (text: string): Promise<void> => {
      if (!response.destroyed && !response.write(text))
        await Promise.race([gone, new Promise((resolve) => response.once('drain', resolve))]);
    };
    const frame = (members: object) =>
      write(
        `data: ${JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: body.model, ...members })}\n\n`,
      );
    const choice = (delta: object, finish_reason: string | null = null) =>
      frame({ choices: [{ index: 0, delta, finish_reason }] });
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.flushHeaders();
    for (const step of steps) {
      if (response.destroyed) return;
      if (step === 'done') await write('data: [DONE]\n\n');
      else if (step === 'cut') {
        cut.add(response);
        // Waits until the preceding writes are flushed.
        await new Promise((resolve) => response.write('\n', resolve));
        response.socket?.destroy();
        return;
      } else if (step === 'hang') await gone;
      else if (step === 'go on for ever') while (!response.destroyed) await choice({ content: 'more ' });
      else if ('say' in step) await choice({ content: step.say });
      else if ('calls' in step) await choice({ tool_calls: step.calls });
      else if ('until' in step) await Promise.race([gone, step.until]);
      else if ('later' in step) await Promise.race([gone, step.later()]);
      else if ('raw' in step) await write(step.raw);
      else if ('finish' in step) await choice({}, step.finish);
      else await frame({ choices: [], usage: step.usage });
    }
    response.end();
  };

  const server = createServer((request, response) => {
    const closed = new Promise<{ byClient: boolean }>((resolve) => {
      response.once('close', () => resolve({ byClient: !response.writableEnded && !cut.has(response) }));
    });
    readBody(request)
      .then(async (body) => {
        const call: OpenAiCall = { path: request.url ?? '', headers: request.headers, body, closed };
        calls.push(call);
        for (const one of waiting) if (calls.length >= one.count) one.resolve();
        const { always } = script;
        const reply = script.next.shift() ?? (typeof always === 'function' ? always(call) : always);
        if (reply === 'refuse connection') {
          cut.add(response);
          response.socket?.resetAndDestroy();
        } else if ('status' in reply) response.writeHead(reply.status, reply.headers).end(reply.body);
        else await perform(response, call, reply);
      })
      .catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = (): Promise<void> =>
    new Promise((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });

  return {
    baseUrl: new URL(`http://127.0.0.1:${port}/v1`),
    script,
    /** All requests, in order. */
    calls,
    /** Resolves once the given number of requests have arrived. */
    called: (count: number): Promise<void> =>
      new Promise((resolve) => {
        if (calls.length >= count) resolve();
        else waiting.push({ count, resolve });
      }),
    close,
    [Symbol.asyncDispose]: close,
  };
};
export type OpenAiServer = Awaited<ReturnType<typeof startOpenAiServer>>;
