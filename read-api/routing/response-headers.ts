import { z } from 'zod';
import { MAX_POSITION } from '../request/query-fields.ts';

/** A response header: its meaning and format. */
type ResponseHeader = { readonly description: string; readonly schema: z.ZodType };

/** All response headers that callers may rely on. */
export const responseHeaders = {
  'X-Trace-Id': {
    description: "Identifies this request in the server's logs, and its events in the audit trail.",
    schema: z.string().regex(/^[0-9a-f]{32}$/),
  },
  ETag: {
    description: 'Identifies this state: send it as If-None-Match, or for a single resource as If-Match.',
    schema: z.string().regex(/^"[^"]+"$/),
  },
  Location: {
    description: "The address of the started process's progress.",
    schema: z.string().regex(/^\/api\//),
  },
  'Idempotency-Replayed': {
    description: 'Present if this is a repeat of the first response to the Idempotency-Key.',
    schema: z.literal('true'),
  },
  'Preference-Applied': {
    description: 'Present if `Prefer: wait` was honoured and the response contains the outcome.',
    schema: z.string().regex(/^wait=\d+$/),
  },
  'Retry-After': {
    description: 'Seconds to wait before another attempt, if that makes sense.',
    schema: z.int().min(0),
  },
  'RateLimit-Policy': {
    description: 'The limit that the request counted against: its name, points, and window in seconds.',
    schema: z.string().regex(/^"[a-z-]+";q=\d+;w=\d+$/),
  },
  RateLimit: {
    description: 'Remaining points of that limit, and seconds until all are available again.',
    schema: z.string().regex(/^"[a-z-]+";r=\d+;t=\d+$/),
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: z.string(),
  },
  'Content-Disposition': {
    description: 'The file name for saving.',
    schema: z.string(),
  },
  'X-Last-Position': {
    description: 'The log position at which the export ends.',
    schema: z.int().min(0).max(MAX_POSITION),
  },
  'Mcp-Session-Id': {
    description: 'The new session of the Model Context Protocol: send it with later messages.',
    schema: z.string(),
  },
  'Accept-Ranges': { description: 'Byte ranges are supported.', schema: z.literal('bytes') },
  'Content-Range': {
    description: 'The returned byte range and the total size.',
    schema: z.string().regex(/^bytes \d+-\d+\/\d+$/),
  },
  'X-Page-Count': { description: 'The number of pages in the document.', schema: z.int().min(1) },
  'X-Sheet': {
    description: 'The number of this sheet and of all sheets of the page: `1/1` for a PDF.',
    schema: z.string().regex(/^\d+\/\d+$/),
  },
  'X-Highlight': {
    description:
      'The result of `highlight`: `marked`, `partly` if some lines were not found, or `not-found` if the passage cannot be found on the page by its text, as on a scan; absent if nothing was requested.',
    schema: z.enum(['marked', 'partly', 'not-found']),
  },
  'X-Drawing': {
    description:
      '`partial` if drawing the whole page would take too long: the picture lacks the rest, and says so across its top; absent on a complete picture.',
    schema: z.literal('partial'),
  },
  'X-Anamnesis-Proof': {
    description:
      'The response to X-Anamnesis-Challenge, which only a server on this data directory can give.',
    schema: z.string(),
  },
} as const satisfies Readonly<Record<string, ResponseHeader>>;

export type ResponseHeaderName = keyof typeof responseHeaders;
