import { z } from 'zod';
import { MAX_POSITION } from '../request/query-fields.ts';

/** A response header: its meaning and format. */
type ResponseHeader = { readonly description: string; readonly schema: z.ZodType };

/** Every header of answers that a caller may rely on. */
export const responseHeaders = {
  'X-Trace-Id': {
    description: 'Names this request in the logs of the server, and its events in the audit trail.',
    schema: z.string().regex(/^[0-9a-f]{32}$/),
  },
  ETag: {
    description: 'Names this state: send it as If-None-Match, or that of a single resource as If-Match.',
    schema: z.string().regex(/^"[^"]+"$/),
  },
  Location: {
    description: 'Where the progress of what was started can be read.',
    schema: z.string().regex(/^\/api\//),
  },
  'Idempotency-Replayed': {
    description: 'Present where the first answer to this Idempotency-Key was given again.',
    schema: z.literal('true'),
  },
  'Preference-Applied': {
    description: 'Present where `Prefer: wait` was granted and the end of what was started is in the answer.',
    schema: z.string().regex(/^wait=\d+$/),
  },
  'Retry-After': {
    description: 'Seconds after which trying again makes sense, where it does.',
    schema: z.int().min(0),
  },
  'RateLimit-Policy': {
    description: 'The limit that the request counted against: its name, its points, and seconds of a window.',
    schema: z.string().regex(/^"[a-z-]+";q=\d+;w=\d+$/),
  },
  RateLimit: {
    description: 'Points of that limit that are left, and seconds until all are there again.',
    schema: z.string().regex(/^"[a-z-]+";r=\d+;t=\d+$/),
  },
  'WWW-Authenticate': {
    description: 'How to authenticate.',
    schema: z.string(),
  },
  'Content-Disposition': {
    description: 'The file name under which it is to be saved.',
    schema: z.string(),
  },
  'X-Last-Position': {
    description: 'The log position up to which the export goes.',
    schema: z.int().min(0).max(MAX_POSITION),
  },
  'Mcp-Session-Id': {
    description: 'The session of the Model Context Protocol that has begun: to be sent with what follows.',
    schema: z.string(),
  },
  'Accept-Ranges': { description: 'That stretches of bytes can be asked for.', schema: z.literal('bytes') },
  'Content-Range': {
    description: 'Which stretch of how many bytes this is.',
    schema: z.string().regex(/^bytes \d+-\d+\/\d+$/),
  },
  'X-Page-Count': { description: 'How many pages the document has.', schema: z.int().min(1) },
  'X-Sheet': {
    description: 'Which sheet of the page this is, of how many: `1/1` of a PDF.',
    schema: z.string().regex(/^\d+\/\d+$/),
  },
  'X-Highlight': {
    description:
      'What became of `highlight`: `marked`, `partly` where some of its lines were not found, or `not-found` where the passage cannot be found on the page by its text, as on a scan; absent where nothing was to be marked.',
    schema: z.enum(['marked', 'partly', 'not-found']),
  },
  'X-Drawing': {
    description:
      '`partial` where drawing all of the page would take too long: the picture lacks what was to be drawn last, and says so across its top; absent on a whole picture.',
    schema: z.literal('partial'),
  },
  'X-Anamnesis-Proof': {
    description: 'Answers X-Anamnesis-Challenge as only a server on this data directory can.',
    schema: z.string(),
  },
} as const satisfies Readonly<Record<string, ResponseHeader>>;

export type ResponseHeaderName = keyof typeof responseHeaders;
