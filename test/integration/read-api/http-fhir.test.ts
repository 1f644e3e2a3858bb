import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { openFhirSchema } from '../../support/fhir-schema.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';

const identifier = z.strictObject({ system: z.string(), value: z.string().min(1) });
const auditEvent = z.object({
  resourceType: z.literal('AuditEvent'),
  id: z.string(),
  recorded: z.string(),
  action: z.enum(['C', 'R', 'U', 'D', 'E']),
  outcome: z.enum(['0', '4', '8']),
  subtype: z.array(z.object({ code: z.string() })),
  purposeOfEvent: z.array(z.object({ text: z.string().optional() })).optional(),
  entity: z.array(z.object({ what: z.object({ type: z.string().optional(), identifier }) })),
});
type AuditEvent = z.output<typeof auditEvent>;
const bundle = z.strictObject({
  resourceType: z.literal('Bundle'),
  type: z.literal('searchset'),
  link: z.array(z.strictObject({ relation: z.enum(['self', 'next']), url: z.string() })),
  entry: z
    .array(z.strictObject({ resource: auditEvent, search: z.strictObject({ mode: z.literal('match') }) }))
    .min(1)
    .optional(),
});

const patientOf = ({ entity }: AuditEvent): string | undefined =>
  entity.find(({ what }) => what.type === 'Patient')?.what.identifier.value;

describe('the audit trail in FHIR', () => {
  let api: HttpFixture;
  let carl: string;
  let start: string;
  const kept: unknown[] = [];
  const get = async (path: string, headers: Record<string, string> = {}, token = carl) => {
    const response = await api.get(`/fhir/${path}`, { token, headers });
    expect(response.headers.get('content-type')).toBe('application/fhir+json; charset=utf-8');
    const body: unknown = JSON.parse(response.text);
    kept.push(body);
    return { status: response.status, body };
  };
  const search = async (query: string, headers: Record<string, string> = {}) => {
    const { link, entry = [] } = bundle.parse((await get(`AuditEvent?${query}`, headers)).body);
    return {
      next: link.find(({ relation }) => relation === 'next')?.url,
      found: entry.map(({ resource }) => resource),
    };
  };

  beforeAll(async () => {
    api = await openHttpApi();
    carl = await api.tokenFor('carl', ['compliance']);
    const ada = { token: await api.tokenFor('ada', ['clinician']) };
    for (const subject of ['patient-7', 'patient-8', 'patient-9'])
      await api.post('/api/commands/StartConversation', { subject, title: 'Jane Doe' }, ada);
    const { body } = await api.get('/api/conversations', ada);
    await api.get(`/api/conversations/${body.data[0].conversationId}`, ada);
    const oversight = { token: carl, headers: { 'X-Access-Reason': 'Complaint 12' } };
    await api.get(`/api/conversations/${body.data[0].conversationId}`, oversight);
    start = (await api.get('/api/audit/entries?order=asc&limit=1', { token: carl })).body.data[0].recordedAt;
  });
  afterAll(async () => {
    await api[Symbol.asyncDispose]();
  });

  it('gives one AuditEvent for each patient of an access', async () => {
    const { found } = await search('agent=ada&action=R&_sort=date');
    const listed = found.filter(({ subtype }) => subtype.some(({ code }) => code === 'ConversationsListed'));
    expect(listed.map(patientOf).toSorted()).toEqual(['patient-7', 'patient-8', 'patient-9']);
    expect(new Set(listed.map(({ id }) => id)).size).toBe(3);
    for (const { id } of listed) expect((await get(`AuditEvent/${id}`)).body).toMatchObject({ id });
  });

  it('finds a patient, a thing, a user, an action, an outcome and a time', async () => {
    const { found } = await search('patient=Patient/patient-8');
    expect(found.length).toBeGreaterThan(0);
    expect(new Set(found.map(patientOf))).toEqual(new Set(['patient-8']));
    expect((await search('action=C&agent=urn:anamnesis:user%7Cada')).found).toHaveLength(3);
    expect((await search('action=D')).found).toEqual([]);
    expect((await search('outcome=8')).found).toEqual([]);
    expect((await search(`date=lt${start}`)).found).toEqual([]);
    expect((await search(`date=ge${start}&date=le2999`)).found.length).toBeGreaterThan(3);
    expect((await get('AuditEvent/_search?patient=patient-8')).body).toMatchObject({
      resourceType: 'Bundle',
    });
    expect((await search('entity=document:none')).found).toEqual([]);
  });

  it('pages without gaps or repeats, also within one access to several patients', async () => {
    for (const order of ['date', '-date']) {
      const whole = (await search(`agent=ada&_sort=${order}`)).found.map(({ id }) => id);
      const paged: string[] = [];
      for (let query: string | undefined = `agent=ada&_sort=${order}&_count=2`; query !== undefined; ) {
        const { found, next }: Awaited<ReturnType<typeof search>> = await search(query);
        expect(found.length).toBeLessThanOrEqual(2);
        paged.push(...found.map(({ id }) => id));
        query = next?.replace(/^AuditEvent\?/, '');
      }
      expect(paged, order).toEqual(whole);
    }
  });

  const post = async (form: string, type = 'application/x-www-form-urlencoded') => {
    const response = await fetch(`${api.url}/fhir/AuditEvent/_search`, {
      method: 'POST',
      headers: { authorization: `Bearer ${carl}`, 'content-type': type },
      body: form,
    });
    const body: unknown = await response.json();
    kept.push(body);
    return { status: response.status, body };
  };

  it('finds by a form in the body what an address finds, and names no patient in any link', async () => {
    const asked = 'patient=Patient/patient-8&agent=ada&date=le2999&_sort=date';
    const byAddress = (await search(asked)).found;
    expect(byAddress.length).toBeGreaterThan(1);
    const first = bundle.parse((await post(`${asked}&_count=1`)).body);
    const found: AuditEvent[] = [];
    let page: z.output<typeof bundle> | undefined = first;
    while (page) {
      found.push(...(page.entry ?? []).map(({ resource }) => resource));
      expect(JSON.stringify(page.link)).not.toContain('patient-8');
      const next: string | undefined = page.link.find(({ relation }) => relation === 'next')?.url;
      page = next === undefined ? undefined : bundle.parse((await get(next)).body);
    }
    expect(found).toEqual(byAddress);
    const self = first.link.find(({ relation }) => relation === 'self')?.url ?? '';
    expect(bundle.parse((await get(self)).body)).toMatchObject({
      link: [{ url: self }, {}],
      entry: first.entry,
    });
  });

  it('refuses a form that is none, and a page of another server', async () => {
    expect((await post('patient=Jane%20Doe')).status).toBe(400);
    expect((await post('unknown=1')).status).toBe(400);
    expect((await post('agent=ada&agent=bob')).status).toBe(400);
    expect((await post(Array.from({ length: 101 }, (_, n) => `a${n}=1`).join('&'))).status).toBe(400);
    expect((await post('{"patient":"patient-8"}', 'application/json')).status).toBe(415);
    expect((await get('AuditEvent?_page=eyJhbGciOiJkaXIifQ')).status).toBe(400);
    const { link } = bundle.parse((await post('agent=ada')).body);
    const self = link[0]?.url ?? '';
    expect((await get(`${self}&action=C`)).status).toBe(400);
  });

  it('shows reasons only to compliance with a reason of its own, and records every search', async () => {
    const reasonsIn = (found: readonly AuditEvent[]) =>
      found.flatMap(({ purposeOfEvent = [] }) => purposeOfEvent.flatMap(({ text }) => text ?? []));
    const query = 'agent=carl&action=R';
    expect(reasonsIn((await search(query)).found)).toEqual([]);
    expect(reasonsIn((await search(query, { 'X-Access-Reason': 'Quarterly report' })).found)).toContain(
      'Complaint 12',
    );
    const { body } = await api.get('/api/audit/entries?type=AuditTrailRead&limit=1', { token: carl });
    expect(body.data[0]).toMatchObject({ actorId: 'carl', basis: 'oversight' });
  });

  it('answers failures with an OperationOutcome', async () => {
    for (const [path, status] of [
      ['AuditEvent?patient=Jane%20Doe', 400],
      ['AuditEvent?date=yesterday', 400],
      ['AuditEvent?entity=person:patient-7', 400],
      ['AuditEvent?unknown=1', 400],
      [`AuditEvent/${api.identity.newId()}`, 404],
      ['Patient', 404],
    ] as const) {
      const answer = await get(path);
      expect(answer, path).toMatchObject({ status, body: { resourceType: 'OperationOutcome' } });
      expect(JSON.stringify(answer.body)).not.toContain('Jane');
    }
    expect((await get('AuditEvent', {}, await api.tokenFor('gil', ['clinician']))).status).toBe(403);
    expect((await get('AuditEvent', {}, 'wrong')).status).toBe(401);
  });

  it('gives the provenance of the versions of a document', async () => {
    const form = new FormData();
    form.set('sourceType', 'guideline');
    form.set('file', new Blob(['Naloxone 0.4 mg.']), 'naloxone.txt');
    const response = await fetch(`${api.url}/api/commands/IngestDocument`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await api.tokenFor('bob', ['admin'])}` },
      body: form,
    });
    const { docKey } = z.object({ data: z.object({ docKey: z.string() }) }).parse(await response.json()).data;
    expect((await get(`Provenance?target=document:${docKey}`)).body).toMatchObject({
      resourceType: 'Bundle',
      total: 1,
      entry: [
        {
          resource: {
            resourceType: 'Provenance',
            target: [{ identifier: { value: `${docKey}@1` } }],
            activity: { coding: [{ code: 'CREATE' }] },
            agent: [{ who: { identifier: { value: 'bob' } } }],
          },
        },
      ],
    });
    expect((await get('Provenance?target=person:patient-7')).status).toBe(400);
  });

  it('describes itself without a token', async () => {
    const response = await fetch(`${api.url}/fhir/metadata`);
    kept.push(await response.clone().json());
    expect(await response.json()).toMatchObject({
      resourceType: 'CapabilityStatement',
      fhirVersion: '4.0.1',
      rest: [{ resource: [{ type: 'AuditEvent' }, { type: 'Provenance' }] }],
    });
  });

  const errorsIn = openFhirSchema();
  it.skipIf(!errorsIn)(
    "gives resources that HL7's schema of R4 accepts, every one of this file",
    async () => {
      const exported = await api.get('/api/audit/export?format=fhir', {
        token: carl,
        headers: { 'X-Access-Reason': 'Complaint 12' },
      });
      const lines: unknown[] = exported.text
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      const resources = [...kept, ...lines];
      const types = new Set(
        resources.map((one) => z.object({ resourceType: z.string() }).parse(one).resourceType),
      );
      expect([...types].toSorted()).toEqual([
        'AuditEvent',
        'Bundle',
        'CapabilityStatement',
        'OperationOutcome',
      ]);
      for (const one of resources) expect(errorsIn?.(one), JSON.stringify(one)).toEqual([]);
      // The schema refuses what is wrong.
      expect(errorsIn?.({ resourceType: 'AuditEvent', action: 'X' })).not.toEqual([]);
      expect(
        errorsIn?.({ resourceType: 'Bundle', type: 'searchset', entry: [{ resource: {} }] }),
      ).not.toEqual([]);
    },
  );
});
