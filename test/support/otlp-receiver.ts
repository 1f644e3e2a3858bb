import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { z } from 'zod';

const value = z.strictObject({
  stringValue: z.string().optional(),
  intValue: z.union([z.number(), z.string()]).optional(),
  doubleValue: z.number().optional(),
});
const attributes = z.array(z.strictObject({ key: z.string(), value }));
const hex = (digits: number) => z.string().regex(new RegExp(`^[0-9a-f]{${digits}}$`));

/** ExportTraceServiceRequest as JSON (OTLP 1.x), as far as our spans use it; anything else is refused. */
const requestSchema = z.strictObject({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes }),
      scopeSpans: z.array(
        z.object({
          scope: z.object({ name: z.string() }),
          spans: z.array(
            z.object({
              traceId: hex(32),
              spanId: hex(16),
              parentSpanId: hex(16).optional(),
              name: z.string(),
              kind: z.number(),
              startTimeUnixNano: z.string(),
              endTimeUnixNano: z.string(),
              attributes,
              events: z.array(z.never()),
              links: z.array(z.never()),
              status: z.strictObject({ code: z.number() }),
            }),
          ),
        }),
      ),
    }),
  ),
});

/** A span as it arrived. */
export type ReceivedSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId: string | undefined;
  readonly name: string;
  readonly kind: number;
  readonly isError: boolean;
  readonly attributes: Readonly<Record<string, string | number>>;
};

const plain = (given: z.output<typeof attributes>): Record<string, string | number> =>
  Object.fromEntries(
    given.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue ?? value.doubleValue)]),
  );

const spansOf = (body: string): { spans: ReceivedSpan[]; resource: Record<string, string | number> } => {
  const { resourceSpans } = requestSchema.parse(JSON.parse(body));
  return {
    resource: plain(resourceSpans.flatMap(({ resource }) => resource.attributes)),
    spans: resourceSpans
      .flatMap(({ scopeSpans }) => scopeSpans)
      .flatMap(({ spans }) => spans)
      .map(({ traceId, spanId, parentSpanId, name, kind, status, ...span }) => ({
        traceId,
        spanId,
        parentSpanId,
        name,
        kind,
        isError: status.code === 2,
        attributes: plain(span.attributes),
      })),
  };
};

/** A real OTLP receiver over HTTP with a configurable response; it accepts nothing while it hangs or fails. */
export const startOtlpReceiver = async () => {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const headers: IncomingMessage['headers'][] = [];
  const state: { answer: 200 | 500 | 'hang'; resource?: Record<string, string | number> } = { answer: 200 };
  const came = new EventTarget();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts).toString();
    headers.push(request.headers);
    came.dispatchEvent(new Event('request'));
    if (state.answer === 'hang') return;
    if (state.answer === 500 || request.url !== '/v1/traces' || request.method !== 'POST') {
      response.writeHead(state.answer === 500 ? 500 : 404).end();
      return;
    }
    const received = spansOf(body);
    bodies.push(body);
    spans.push(...received.spans);
    state.resource = received.resource;
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans,
    bodies,
    headers,
    state,
    /** Resolves at the next request, before the response. */
    nextRequest: () =>
      new Promise<void>((resolve) => came.addEventListener('request', () => resolve(), { once: true })),
    [Symbol.asyncDispose]: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
};
