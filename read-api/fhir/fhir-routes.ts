import { z } from 'zod';
import { accessorOf, withOversight } from '../../commands/runtime/ownership/require-access.ts';
import { recordAccess } from '../../commands/runtime/record-access.ts';
import { type FhirAuditEvent, fhirAuditEvents } from '../../domain/audit/fhir-audit-event.ts';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { streamIdOf, uuidSchema } from '../../domain/kernel/identifiers.ts';
import { documentVersionAdded } from '../../domain/knowledge/document-events.ts';
import { hasOversight } from '../../domain/ownership/may-access.ts';
import { documentSubject } from '../../domain/privacy/data-subject.ts';
import { fullSubjectOf } from '../../domain/privacy/subject-reference.ts';
import {
  type AuditEntryDto,
  getAuditEntry,
  listAuditEntries,
} from '../../projections/audit-entries/list-audit-entries.ts';
import { auditEntriesProjection } from '../../projections/audit-entries/projection.ts';
import { decodeCursor, encodeCursor, encodePositionCursor } from '../../projections/page-cursor.ts';
import { DEFAULT_PAGE_SIZE } from '../../projections/page-of-rows.ts';
import type { ReadModelView } from '../../projections/read-model-reader.ts';
import { withEvents, withReasons } from '../audit/reasons.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { FHIR_JSON } from '../operation-outcome.ts';
import { invalidInput, parseInput } from '../request/parse-input.ts';
import { URL_ENCODED } from '../request/read-url-encoded-body.ts';
import { openReadModel } from '../routes/open-read-model.ts';
import {
  defineOpenRoute,
  defineRoute,
  none,
  type Route,
  type RouteRequest,
} from '../routing/define-route.ts';
import { type AuditEventQuery, auditEventQuery, filtersOf, formOf } from './audit-event-search.ts';
import { capabilityStatement } from './capability-statement.ts';
import { answerFhir } from './fhir-answer.ts';
import { provenanceOf } from './provenance.ts';

type Needs = Pick<HttpApiServices, 'readModels' | 'eventStore' | 'identity' | 'version' | 'sealedSearches'>;

const resource = (...types: readonly [string, ...string[]]) => ({
  status: 200 as const,
  description: `FHIR R4: ${types.join(', ')}. A failure is an OperationOutcome.`,
  contentType: FHIR_JSON,
  content: z.looseObject({ resourceType: z.enum(types) }),
});

const about = {
  access: 'audit:read',
  tag: 'Audit',
  ownership: 'metadata',
  discloses: ['AuditTrailRead'],
  body: none,
} as const;

/** Reasons may name a patient: they are shown to those who may see everyone's data, and say why they do. */
const isWhyShownTo = ({ caller }: RouteRequest): boolean =>
  caller.reason !== undefined && hasOversight(accessorOf(caller));

type Explained = AuditEntryDto & { readonly reason?: string | null };

const explained = (
  entries: readonly AuditEntryDto[],
  request: RouteRequest,
  { eventStore }: Needs,
): Promise<readonly Explained[]> | readonly Explained[] =>
  isWhyShownTo(request) ? withReasons(entries, eventStore) : entries;

const resourcesOf = (entry: Explained, patient: string | undefined): readonly FhirAuditEvent[] =>
  fhirAuditEvents({
    ...entry,
    actor: {
      id: entry.actorId,
      role: entry.actorRole,
      ...(entry.onBehalfOf === null ? {} : { onBehalfOf: entry.onBehalfOf }),
    },
    ip: entry.ip ?? undefined,
    basis: entry.basis ?? undefined,
    reason: entry.reason ?? undefined,
  }).filter(
    ({ entity }) =>
      patient === undefined ||
      entity.some(
        ({ what }) => what.identifier.value === patient && what.identifier.system === 'urn:anamnesis:subject',
      ) ||
      // What concerns everyone concerns this patient too.
      entry.about.includes('*'),
  );

/**
 * The place before the next resource: the position of an entry, and how many of its resources were given; -1 when all
 * were.
 */
const placeSchema = z.tuple([z.int().min(0), z.int().min(-1)]);
const ALL_GIVEN = -1;

type Page = {
  readonly resources: readonly FhirAuditEvent[];
  readonly shown: readonly Explained[];
  readonly next?: string;
};

/** The cursor of the list of entries, and the resources to leave out of its first entry. */
const startOf = ({ _cursor, _sort }: AuditEventQuery) => {
  if (_cursor === undefined) return { skipped: 0 };
  const [position, given] = decodeCursor(placeSchema, _cursor);
  if (given === ALL_GIVEN) return { cursor: encodePositionCursor(position), skipped: 0 };
  // The entry has further resources, so it is read again.
  return {
    cursor: encodePositionCursor(Math.max(0, position + (_sort === 'date' ? -1 : 1))),
    skipped: given,
  };
};

const pageOf = async (
  view: ReadModelView,
  query: AuditEventQuery,
  request: RouteRequest,
  services: Needs,
): Promise<Page> => {
  const limit = query._count ?? DEFAULT_PAGE_SIZE;
  const { cursor, skipped } = startOf(query);
  const { items, nextCursor } = await listAuditEntries(view, { ...filtersOf(query), limit, cursor });
  const shown = await explained(items, request, services);
  const resources: FhirAuditEvent[] = [];
  for (const [index, entry] of shown.entries()) {
    const left = resourcesOf(entry, query.patient).slice(index === 0 ? skipped : 0);
    const room = limit - resources.length;
    resources.push(...left.slice(0, room));
    if (left.length > room) {
      const given = room + (index === 0 ? skipped : 0);
      return { resources, shown, next: encodeCursor([entry.position, given]) };
    }
  }
  const last = shown.at(-1);
  return nextCursor === undefined || last === undefined
    ? { resources, shown }
    : { resources, shown, next: encodeCursor([last.position, ALL_GIVEN]) };
};

/** The address of a page, relative to the base of the service. */
type AddressOf = (cursor: string | undefined) => Promise<string>;

/** The request's own address, with another cursor. */
const ownAddress =
  ({ incoming }: RouteRequest): AddressOf =>
  async (cursor) => {
    const { searchParams } = new URL(incoming.url ?? '/', 'http://localhost');
    if (cursor !== undefined) searchParams.set('_cursor', cursor);
    const text = searchParams.toString();
    return text === '' ? 'AuditEvent' : `AuditEvent?${text}`;
  };

const sealedSearch = z.record(z.string(), z.unknown());

/** An address that reveals nothing of a search: a body named a patient because no address may. */
const sealedAddress =
  (form: Readonly<Record<string, unknown>>, { sealedSearches }: Needs): AddressOf =>
  async (cursor) => {
    const search = cursor === undefined ? form : { ...form, _cursor: cursor };
    return `AuditEvent?_page=${await sealedSearches.seal(JSON.stringify(search))}`;
  };

const expiredPage = (): Failure =>
  invalidInput('query string', [
    { path: '_page', message: 'is no page of this server, or older than an hour: search again' },
  ]);

/** The search of a sealed address, as its body gave it. */
const openPage = async (page: string, { sealedSearches }: Needs): Promise<Record<string, unknown>> => {
  const text = await sealedSearches.open(page);
  if (text === undefined) throw expiredPage();
  return sealedSearch.parse(JSON.parse(text));
};

const recorded = (
  request: RouteRequest,
  {
    parameters,
    subjects,
    isContent,
  }: {
    readonly parameters: Readonly<Record<string, string>>;
    readonly subjects: readonly string[];
    readonly isContent: boolean;
  },
  services: Needs,
) =>
  recordAccess(
    isContent ? withOversight(request.caller) : request.caller,
    {
      what: {
        type: 'AuditTrailRead',
        data: { kind: 'entries', parameters: { ...parameters, interface: 'fhir' } },
      },
      subjects,
      phi: isContent,
    },
    services,
  );

const answerSearch = async (
  query: AuditEventQuery,
  addressOf: AddressOf,
  request: RouteRequest,
  services: Needs,
) => {
  const view = await openReadModel(services.readModels, auditEntriesProjection.name, undefined, request);
  const { resources, shown, next } = await pageOf(view, query, request, services);
  const isContent = isWhyShownTo(request);
  const filters = filtersOf(query);
  await recorded(
    request,
    {
      parameters: Object.fromEntries(
        Object.entries(filters).flatMap(([name, value]) =>
          value === undefined ? [] : [[name, String(value)]],
        ),
      ),
      subjects: [
        filters.subject ?? [],
        isContent ? shown.flatMap(({ subject }) => subject ?? []) : [],
      ].flat(),
      isContent,
    },
    services,
  );
  return answerFhir({
    resourceType: 'Bundle',
    type: 'searchset',
    link: [
      { relation: 'self', url: await addressOf(undefined) },
      ...(next === undefined ? [] : [{ relation: 'next', url: await addressOf(next) }]),
    ],
    // Empty lists are not allowed in FHIR.
    ...(resources.length === 0
      ? {}
      : { entry: resources.map((one) => ({ resource: one, search: { mode: 'match' } })) }),
  });
};

const SEARCHED =
  'The audit trail as FHIR R4 AuditEvents in the patterns of IHE BALP, one a patient, without content.';

/**
 * A search in an address. The second place is there because some clients ask it: without it, `_search` would be taken for
 * the id of an AuditEvent.
 */
const searchPlaces = [
  { path: '/fhir/AuditEvent', operationId: 'searchFhirAuditEvents' },
  { path: '/fhir/AuditEvent/_search', operationId: 'searchFhirAuditEventsExplicitly' },
] as const;

const searchRoute = (place: (typeof searchPlaces)[number], services: Needs): Route =>
  defineRoute({
    ...about,
    ...place,
    method: 'GET',
    summary: `${SEARCHED} To look for a patient, send the search in a body: addresses are kept in logs and histories. Access is recorded.`,
    params: none,
    query: auditEventQuery.extend({
      _page: z
        .string()
        .min(1)
        .max(6000)
        .meta({
          description: 'A page of a search that was sent in a body, from its links. Excludes all others.',
        })
        .optional(),
    }),
    responses: [resource('Bundle')],
    handle: async ({ query: { _page, ...query } }, request) => {
      if (_page === undefined) return answerSearch(query, ownAddress(request), request, services);
      if (Object.keys(query).length > 0)
        throw invalidInput('query string', [{ path: '_page', message: 'excludes all other parameters' }]);
      const form = await openPage(_page, services);
      const { _cursor: _, ...search } = form;
      return answerSearch(
        parseInput(auditEventQuery, form, 'query string'),
        async (cursor) =>
          cursor === undefined ? `AuditEvent?_page=${_page}` : sealedAddress(search, services)(cursor),
        request,
        services,
      );
    },
  });

const searchByBodyRoute = (services: Needs): Route =>
  defineRoute({
    ...about,
    method: 'POST',
    path: '/fhir/AuditEvent/_search',
    onlyReads: true,
    operationId: 'searchFhirAuditEventsByBody',
    summary: `${SEARCHED} The search is a form in the body, so that no patient stands in an address; nor does one in the links to further pages. Access is recorded.`,
    params: none,
    query: none,
    body: auditEventQuery,
    bodyType: URL_ENCODED,
    responses: [resource('Bundle')],
    handle: async ({ body }, request) =>
      answerSearch(body, sealedAddress(formOf(body), services), request, services),
  });

const none404 = (what: string): Failure => new Failure(failure('not_found', `There is no such ${what}.`));

const readRoute = (services: Needs): Route =>
  defineRoute({
    ...about,
    method: 'GET',
    path: '/fhir/AuditEvent/:id',
    operationId: 'readFhirAuditEvent',
    summary: 'One AuditEvent by its id. Access is recorded.',
    params: z.strictObject({
      id: z.string().regex(/^[0-9a-f-]{36}(\.[1-9]\d{0,3})?$/, 'must be the id of an AuditEvent'),
    }),
    query: none,
    responses: [resource('AuditEvent')],
    handle: async ({ params: { id } }, request) => {
      const eventId = uuidSchema.safeParse(id.slice(0, 36));
      const view = await openReadModel(services.readModels, auditEntriesProjection.name, undefined, request);
      const entry = eventId.success ? await getAuditEntry(view, eventId.data) : undefined;
      const [shown] = entry ? await explained([entry], request, services) : [];
      const found = shown && resourcesOf(shown, undefined).find((one) => one.id === id);
      if (!shown || !found) throw none404('AuditEvent');
      const isContent = isWhyShownTo(request);
      await recorded(
        request,
        { parameters: { eventId: id }, subjects: isContent ? [shown.subject ?? []].flat() : [], isContent },
        services,
      );
      return answerFhir(found);
    },
  });

const target = z
  .string()
  .min(1)
  .max(300)
  .transform((text, context) => {
    const full = fullSubjectOf(text.replace(/^urn:anamnesis:document\|/, 'document:'));
    if (full?.startsWith('document:')) return full.slice('document:'.length);
    context.addIssue({ code: 'custom', message: 'must be document:<key> or urn:anamnesis:document|<key>' });
    return z.NEVER;
  })
  .meta({ description: 'The document: `document:<key>` or `urn:anamnesis:document|<key>`.' });

/** The most versions of a document that one response names. */
const MAX_VERSIONS = 500;

const provenanceRoute = (services: Needs): Route =>
  defineRoute({
    ...about,
    method: 'GET',
    path: '/fhir/Provenance',
    operationId: 'searchFhirProvenance',
    summary:
      'The origin of the versions of a document as FHIR R4 Provenance: who added each, when, and which one it follows; newest first, at most 500. Access is recorded.',
    params: none,
    query: z.strictObject({ target }),
    responses: [resource('Bundle')],
    handle: async ({ query: { target: docKey } }, request) => {
      const view = await openReadModel(services.readModels, auditEntriesProjection.name, undefined, request);
      const { items } = await listAuditEntries(view, {
        streamId: streamIdOf('document', docKey),
        type: documentVersionAdded.type,
        limit: MAX_VERSIONS,
      });
      const versions = await withEvents(items, services.eventStore, (_, event) => ({
        added: documentVersionAdded.schema.safeParse(event?.data).data,
      }));
      const entry = versions.flatMap(({ added, ...item }) =>
        added ? [{ resource: provenanceOf(item, added), search: { mode: 'match' } }] : [],
      );
      await recorded(
        request,
        { parameters: { provenance: docKey }, subjects: [documentSubject(docKey)], isContent: false },
        services,
      );
      return answerFhir({
        resourceType: 'Bundle',
        type: 'searchset',
        total: entry.length,
        link: [
          { relation: 'self', url: `Provenance?${new URLSearchParams({ target: `document:${docKey}` })}` },
        ],
        ...(entry.length === 0 ? {} : { entry }),
      });
    },
  });

const metadataRoute = ({ version }: Needs): Route =>
  defineOpenRoute({
    method: 'GET',
    path: '/fhir/metadata',
    tag: 'Audit',
    operationId: 'getFhirMetadata',
    summary: 'What the FHIR interface of this server can do. It needs no token.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: z.strictObject({ _format: z.string().max(64).optional() }),
    body: none,
    responses: [resource('CapabilityStatement')],
    handle: async () => answerFhir(capabilityStatement(version)),
  });

/** The audit trail for compliance tools that speak FHIR R4. */
export const fhirRoutes = (services: Needs): readonly Route[] => [
  metadataRoute(services),
  ...searchPlaces.map((place) => searchRoute(place, services)),
  searchByBodyRoute(services),
  readRoute(services),
  provenanceRoute(services),
];
