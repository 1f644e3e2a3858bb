import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { FailureCode } from '../domain/kernel/failure.ts';
import type { Clock } from '../ports/clock.ts';
import type { IdentitySource } from '../ports/identity.ts';
import { failureResponse } from './failure-response.ts';
import { securityHeaders } from './routing/security-headers.ts';

/** A refusal with its own status, which the closed set of codes does not distinguish. */
type Refusal = {
  readonly status: number;
  readonly title: string;
  readonly code: FailureCode;
  readonly message: string;
};

type Needs = { readonly clock: Clock; readonly identity: IdentitySource };

/** The limits of all headers, in bytes and in number. Node.js would silently drop those beyond them. */
export const MAX_HEADER_BYTES = 16 * 1024;
const MAX_HEADERS = 100;

const tooManyHeaders: Refusal = {
  status: 431,
  title: 'Request Header Fields Too Large',
  code: 'payload_too_large',
  message: `The request has more than ${MAX_HEADERS} headers.`,
};

const badRequest = (message: string): Refusal => ({
  status: 400,
  title: 'Bad Request',
  code: 'validation_error',
  message,
});

/** The response to bytes that could not be parsed as an HTTP request. */
const refusalOf = (code: string | undefined): Refusal => {
  if (code === 'HPE_HEADER_OVERFLOW')
    return {
      ...tooManyHeaders,
      message: `The headers are larger than ${MAX_HEADER_BYTES} bytes.`,
    };
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return {
      status: 408,
      title: 'Request Timeout',
      code: 'timeout',
      message: 'The request took too long to arrive.',
    };
  return badRequest('This is not a well-formed HTTP request.');
};

type Problem = {
  readonly headers: Readonly<Record<string, string>>;
  readonly content: string;
};

const problemOf = ({ status, title, code, message }: Refusal, { clock, identity }: Needs): Problem => {
  // No trace was started; the id is for this response only.
  const traceId = identity.newId().replaceAll('-', '');
  const { body } = failureResponse({ code, message }, traceId, clock.now());
  const content = JSON.stringify({ ...body, status, title });
  return {
    headers: {
      ...securityHeaders,
      'Content-Type': 'application/problem+json',
      'Content-Length': String(Buffer.byteLength(content)),
      'X-Trace-Id': traceId,
      Connection: 'close',
    },
    content,
  };
};

const refuseOnSocket = (socket: Duplex, refusal: Refusal, needs: Needs, allow?: string): void => {
  const { headers, content } = problemOf(refusal, needs);
  const lines = Object.entries({ ...headers, ...(allow === undefined ? {} : { Allow: allow }) }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  socket.end(`HTTP/1.1 ${refusal.status} ${refusal.title}\r\n${lines.join('')}\r\n${content}`);
};

const refuse = (response: ServerResponse, refusal: Refusal, needs: Needs): void => {
  const { headers, content } = problemOf(refusal, needs);
  response.writeHead(refusal.status, headers);
  response.end(content);
};

/** The defect of a request that could be parsed but not routed. */
const faultOf = ({ rawHeaders, httpVersion }: IncomingMessage): Refusal | undefined => {
  if (rawHeaders.length > 2 * MAX_HEADERS) return tooManyHeaders;
  const hosts = rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length;
  // RFC 9112, 3.2: HTTP/1.1 requires exactly one Host header.
  if (hosts > 1 || (hosts === 0 && httpVersion === '1.1'))
    return badRequest('A request must have exactly one Host header.');
  return undefined;
};

/**
 * Responds with a problem document to requests that Node.js would refuse with an empty body or no response: malformed
 * bytes, too many headers, no Host, an unsupported expectation, CONNECT. Returns whether a request was refused.
 */
export const refuseOutsideKoa = (server: Server, needs: Needs) => {
  server.maxHeadersCount = 0;
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
    else refuseOnSocket(socket, refusalOf(error.code), needs);
  });
  server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) =>
    refuse(
      response,
      {
        status: 417,
        title: 'Expectation Failed',
        code: 'validation_error',
        message: 'The only supported expectation is 100-continue.',
      },
      needs,
    ),
  );
  server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
    socket.on('error', () => {});
    refuseOnSocket(
      socket,
      {
        status: 405,
        title: 'Method Not Allowed',
        code: 'method_not_allowed',
        message: 'This server is not a proxy.',
      },
      needs,
      'GET, HEAD, POST',
    );
  });
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const fault = faultOf(request);
    if (fault) refuse(response, fault, needs);
    return fault !== undefined;
  };
};
