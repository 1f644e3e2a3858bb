import type { Position } from '../../domain/kernel/event.ts';
import { isRecord } from '../../domain/kernel/is-record.ts';
import {
  admin,
  conversationId,
  eventId,
  fileHash,
  fingerprint,
  jobId,
  queryId,
  second,
} from '../../read-api/openapi/examples/ids.ts';
import { routeExamples } from '../../read-api/openapi/examples/route-examples.ts';
import type { Route } from '../../read-api/routing/define-route.ts';

/** The operations whose answers are recorded, in the order in which they are called. */
export const recordedOperations = [
  'isLive',
  'getSession',
  'listSources',
  'getEmbedding',
  'listDocuments',
  'searchDocuments',
  'getDocument',
  'listDocumentVersions',
  'getIndexingJob',
  'listChunks',
  'listDocumentPages',
  'getDocumentPage',
  'getDocumentText',
  'getDocumentPageMarks',
  'search',
  'summarize',
  'StartConversation',
  'SetClinicalContext',
  'AskQuery',
  'getQuery',
  'getConversation',
  'listConversations',
  'GiveFeedback',
  'ShareConversation',
  'ChangePreferences',
  'getPreferences',
  'issueStreamTicket',
] as const;

/** The fields of answers whose ids the requests of later operations use, with the placeholders of the examples. */
const named: Readonly<Record<string, string>> = { latestJobId: jobId, conversationId, queryId };

/** Fixed values for fields that differ between recordings, by field name. */
const fixed: Readonly<Record<string, unknown>> = {
  position: 46,
  generation: 1,
  milliseconds: 36,
  score: 0.76,
  cached: false,
  ticket: '(sealed text, to be used once)',
  addedBy: admin,
};

const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

const maskText = (text: string, placeholders: ReadonlyMap<string, string>): string => {
  if (INSTANT.test(text)) return second(0);
  return text
    .replaceAll(UUID, (id) => placeholders.get(id) ?? eventId)
    .replaceAll(/\b[0-9a-f]{64}\b/g, fileHash)
    .replaceAll(/\b[0-9a-f]{32}\b/g, fingerprint);
};

/** Replaces random and measured values by placeholders of the same format, so that all recordings are the same. */
const mask = (value: unknown, placeholders: ReadonlyMap<string, string>): unknown => {
  if (typeof value === 'string') return maskText(value, placeholders);
  if (Array.isArray(value)) return value.map((item) => mask(item, placeholders));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name in fixed && typeof fixed[name] === typeof member ? fixed[name] : mask(member, placeholders),
    ]),
  );
};

export type RecordedAnswer = {
  readonly answers: Readonly<Record<number, unknown>>;
  readonly metadata: Readonly<Record<string, unknown>>;
};

/**
 * Calls each operation once, with its example request from the OpenAPI document, on a server with the samples. Returns the
 * data of each answer by status, with values that differ between recordings masked. Reads wait until the server shows
 * everything up to the position `after`, and the writes of the operations themselves.
 */
export const recordAnswers = async (
  routes: readonly Route[],
  call: (path: string, init: RequestInit) => Promise<Response>,
  after: Position,
): Promise<Readonly<Record<string, RecordedAnswer>>> => {
  /** The placeholders of the examples by the ids on this server, and the reverse. */
  const placeholders = new Map<string, string>();
  const actual = new Map<string, string>();
  const fill = (text: string): string => text.replaceAll(UUID, (id) => actual.get(id) ?? id);
  const recorded: Record<string, RecordedAnswer> = {};
  let position = after;
  for (const operationId of recordedOperations) {
    const route = routes.find((one) => one.operationId === operationId);
    const example = routeExamples[operationId];
    if (!route || !example) throw new Error(`There is no operation ${operationId}.`);
    const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) =>
      encodeURIComponent(fill(String(example.params?.[name]))),
    );
    const query = new URLSearchParams(
      Object.entries(example.query ?? {}).flatMap(([name, value]) =>
        [value].flat().map((one): [string, string] => [name, fill(String(one))]),
      ),
    );
    const response = await call(`${path}?${query}`, {
      method: route.method,
      headers: {
        'content-type': 'application/json',
        prefer: 'wait=20',
        'x-after-position': String(position),
      },
      ...(route.method === 'POST' ? { body: fill(JSON.stringify(example.body)) } : {}),
    });
    const answer: unknown = await response.json();
    if (!response.ok || !isRecord(answer) || !isRecord(answer.metadata))
      throw new Error(`${operationId} was refused: ${JSON.stringify(answer)}`);
    const written = isRecord(answer.data) ? answer.data.position : undefined;
    if (typeof written === 'number') position = written;
    for (const [name, placeholder] of Object.entries(named)) {
      const id = isRecord(answer.data) ? answer.data[name] : undefined;
      if (typeof id !== 'string' || actual.has(placeholder)) continue;
      actual.set(placeholder, id);
      placeholders.set(id, placeholder);
    }
    const { traceId: _, ...metadata } = answer.metadata;
    recorded[operationId] = {
      answers: { [response.status]: mask(answer.data, placeholders) },
      metadata: Object(mask(metadata, placeholders)),
    };
  }
  return recorded;
};
