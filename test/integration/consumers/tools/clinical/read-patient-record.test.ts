import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { startConversation } from '../../../../../commands/start-conversation.ts';
import { readPatientRecord } from '../../../../../consumers/tools/clinical/read-patient-record.ts';
import type { ClinicalContext } from '../../../../../domain/consultation/clinical-context.ts';
import { streamIdOf } from '../../../../../domain/kernel/identifiers.ts';
import { createPatientRecords } from '../../../../../infra/services/fhir/create-patient-records.ts';
import type { FhirConfiguration } from '../../../../../infra/services/fhir/fhir-configuration.ts';
import { silentMetrics } from '../../../../../ports/metrics.ts';
import { callTool } from '../../../../support/call-tool.ts';
import { openCommandRuntime } from '../../../../support/command-runtime.ts';
import { newClientKey, operationOutcome, startFhirServer } from '../../../../support/fhir-server.ts';

const ID = 'p-1';
const subject = { reference: `Patient/${ID}` };
const coded = (system: string, code: string, display?: string) => ({ coding: [{ system, code, display }] });
const loinc = (code: string, display: string) => coded('http://loinc.org', code, display);
const clinical = (code: string) => coded('http://terminology.hl7.org/CodeSystem/condition-clinical', code);
const verified = (code: string) => coded('http://terminology.hl7.org/CodeSystem/condition-ver-status', code);

let lastId = 0;
const condition = (text: string, more: object = {}) => {
  lastId += 1;
  const code = { text };
  return {
    resourceType: 'Condition',
    id: `c-${lastId}`,
    subject,
    code,
    clinicalStatus: clinical('active'),
    ...more,
  };
};
const request = (text: string, more: object = {}) => {
  lastId += 1;
  const medicationCodeableConcept = { text };
  return {
    resourceType: 'MedicationRequest',
    id: `m-${lastId}`,
    subject,
    status: 'active',
    intent: 'order',
    medicationCodeableConcept,
    ...more,
  };
};
const lab = (code: string, name: string, value: number, unit: string, date: string, more: object = {}) => {
  lastId += 1;
  return {
    resourceType: 'Observation',
    id: `o-${lastId}`,
    subject,
    status: 'final',
    category: [coded('http://terminology.hl7.org/CodeSystem/observation-category', 'laboratory')],
    code: loinc(code, name),
    effectiveDateTime: `${date}T08:00:00Z`,
    valueQuantity: { value, unit, system: 'http://unitsofmeasure.org', code: unit },
    ...more,
  };
};
const vital = {
  category: [coded('http://terminology.hl7.org/CodeSystem/observation-category', 'vital-signs')],
};
const allergy = (text: string, more: object = {}) => {
  lastId += 1;
  return {
    resourceType: 'AllergyIntolerance',
    id: `a-${lastId}`,
    patient: subject,
    code: { text },
    clinicalStatus: clinical('active'),
    ...more,
  };
};
const patient = {
  resourceType: 'Patient',
  id: ID,
  active: true,
  gender: 'female',
  birthDate: '1990-06-15',
  name: [{ family: 'Inventedname' }],
};

/** Invented entirely. */
const record = [
  patient,
  condition('Hypertension', { verificationStatus: verified('confirmed') }),
  condition('Pulmonary embolism', { verificationStatus: verified('differential') }),
  condition('Refuted illness', { verificationStatus: verified('refuted') }),
  condition('Wrong illness', { verificationStatus: verified('entered-in-error') }),
  condition('Former illness', { clinicalStatus: clinical('inactive') }),
  condition('Resolved illness', { clinicalStatus: clinical('resolved') }),
  condition('Illness of another', { subject: { reference: 'Patient/p-2' } }),
  request('Lisinopril 10 mg', { dosageInstruction: [{ text: 'once daily' }] }),
  request('Stopped drug', { status: 'stopped' }),
  request('Planned drug', { intent: 'plan' }),
  request('Metamizole', { doNotPerform: true }),
  request('', { medicationCodeableConcept: undefined, medicationReference: { reference: 'Medication/x-1' } }),
  { resourceType: 'Medication', id: 'x-1', code: { text: 'Labetalol' } },
  lab('2160-0', 'Creatinine', 0.9, 'mg/dL', '2025-12-01'),
  lab('2160-0', 'Creatinine', 1.4, 'mg/dL', '2024-01-01'),
  lab('2823-3', 'Potassium', 9.9, 'mmol/L', '2025-12-02', { status: 'entered-in-error' }),
  lab('718-7', 'Hemoglobin', 10.9, 'g/dL', '2025-12-03', { status: 'preliminary' }),
  lab('29463-7', 'Body weight', 154, '[lb_av]', '2025-11-01', vital),
  lab('82810-3', 'Pregnancy status', 0, '', '2025-12-01', {
    ...vital,
    valueQuantity: undefined,
    valueCodeableConcept: coded('http://snomed.info/sct', '77386006', 'Pregnant'),
  }),
  allergy('Penicillin'),
  allergy('Refuted allergy', { verificationStatus: verified('refuted') }),
];

type ServerOptions = NonNullable<Parameters<typeof startFhirServer>[1]>;
const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const open = async (
  options: ServerOptions & {
    readonly resources?: Parameters<typeof startFhirServer>[0];
    readonly configuration?: Partial<FhirConfiguration>;
    readonly about?: string;
    readonly known?: ClinicalContext;
  } = {},
) => {
  const server = await startFhirServer(options.resources ?? record, options);
  closing.push(server.close);
  const { runtime, run, callerOf } = openCommandRuntime();
  const { commandServices } = runtime;
  const records = createPatientRecords(
    { base: server.base, ...options.configuration },
    { metrics: silentMetrics, health: { report: () => {} }, firstPause: 1 },
  );
  const tool = readPatientRecord({ commandServices, clock: runtime.clock, records });
  const { ids } = await startConversation.handle(
    {
      ...(options.about === undefined ? {} : { subject: options.about }),
      ...(options.known === undefined ? {} : { clinicalContext: options.known }),
    },
    {
      actor: { id: 'dr-lee', role: 'clinician' },
      commandId: commandServices.identity.newId(),
      correlationId: 'c',
    },
    commandServices,
    undefined,
  );
  const conversationId = String(ids.conversationId);
  const read = (context: object = { conversationId }, patientId = ID) =>
    callTool(tool, { patient_id: patientId }, context);
  const contextSet = async () => {
    const { events } = await commandServices.eventStore.readStreamPage(
      streamIdOf('conversation', conversationId),
      {
        limit: 100,
      },
    );
    return events.filter(({ type }) => type === 'ClinicalContextSet');
  };
  return { server, tool, read, contextSet, run, callerOf };
};

const code = (expected: string, details: object = {}) => ({
  reason: { code: expected, details: expect.objectContaining(details) },
});

describe('read_patient_record', () => {
  test('reads active entries, and omits or marks the others', async () => {
    const { read } = await open();
    const { result, phi } = await read();
    expect(result).toMatchObject({
      patient_id: ID,
      patient_age: 35,
      patient_sex: 'female',
      patient_weight_kg: 69.853,
      pregnant: true,
      conditions: ['Hypertension', 'Pulmonary embolism (differential)'],
      medications: ['Lisinopril 10 mg once daily', 'Labetalol'],
      allergies: ['Penicillin'],
      labs: [
        { name: 'Hemoglobin', value: '10.9', unit: 'g/dL', date: '2025-12-03', preliminary: true },
        {
          name: 'Creatinine',
          loinc: '2160-0',
          value: '0.9',
          unit: 'mg/dL',
          date: '2025-12-01',
          preliminary: false,
        },
      ],
      notes: expect.arrayContaining(['Weight of 2025-11-01.', 'Not to be given, by order: Metamizole.']),
      conversation_updated: true,
    });
    expect(JSON.stringify(result)).not.toMatch(/Refuted|Wrong|Former|Resolved|another|Stopped|Planned|9\.9/);
    expect(phi).toBe(true);
  });

  test('updates the conversation by its own command, on behalf of the person, once however often it is repeated', async () => {
    const { read, contextSet } = await open({ known: { chiefComplaint: 'headache', allergies: ['latex'] } });
    await read();
    await read();
    const events = await contextSet();
    expect(events.at(-1)).toMatchObject({
      data: {
        clinicalContext: {
          patientAge: 35,
          patientSex: 'female',
          patientWeight: 69.853,
          chiefComplaint: 'headache',
          currentMedications: ['Lisinopril 10 mg once daily', 'Labetalol'],
          allergies: ['Penicillin', 'latex'],
          relevantHistory: expect.stringContaining('pregnant; conditions: Hypertension'),
        },
      },
      metadata: { actor: { id: 'system:tool-executor', onBehalfOf: 'dr-lee' }, phi: true },
    });
    expect(events.filter(({ metadata }) => metadata.actor.id === 'system:tool-executor')).toHaveLength(1);
  });

  test('names the patient and the server in the confirmation', async () => {
    const { tool, server } = await open();
    const prepared = tool.prepare({ patient_id: ID });
    expect(tool.facts).toMatchObject({ requiresConfirmation: true, requiresPhi: true, sends: 'on-premises' });
    expect(prepared).toMatchObject({
      ok: true,
      value: { prompt: expect.stringContaining(`- Patient id: ${ID}\n- Server: ${server.base.host}`) },
    });
    expect(tool.prepare({ patient_id: 'p-1?_include=*' }).ok).toBe(false);
  });

  test('never puts a patient id into a URL', async () => {
    const { read, server } = await open({ pageSize: 2 });
    await read();
    for (const call of server.calls) expect(call.path).not.toContain(ID);
    expect(
      server.calls.filter(({ method }) => method === 'POST').every(({ text }) => text.includes('_count=100')),
    ).toBe(true);
  });

  test('requests nothing without a conversation, or for one about another patient', async () => {
    const { read, server } = await open({ about: 'p-2' });
    await expect(read({})).rejects.toMatchObject(code('rule_violated', { reason: 'no_conversation' }));
    await expect(read()).rejects.toMatchObject(code('rule_violated', { reason: 'another_patient' }));
    expect(server.calls).toHaveLength(0);
  });

  test('reads for a conversation about the same patient', async () => {
    const { read } = await open({ about: ID });
    expect((await read()).result).toMatchObject({ conversation_updated: true });
  });

  test('updates nothing when the conversation states another sex or age', async () => {
    const { read, contextSet } = await open({ known: { patientSex: 'male', patientAge: 70 } });
    const before = await contextSet();
    await expect(read()).rejects.toMatchObject(code('rule_violated', { reason: 'another_patient' }));
    expect(await contextSet()).toEqual(before);
  });

  test('follows pages up to a limit, and reports when there are more', async () => {
    const many = Array.from({ length: 9 }, (_, at) => condition(`Illness ${at}`));
    const { read } = await open({ resources: [patient, ...many], pageSize: 2 });
    const { result } = await read();
    expect(result).toMatchObject({
      conditions: many.slice(0, 8).map(({ code: { text } }) => text),
      notes: expect.arrayContaining(['There are more entries of Condition than were read.']),
    });
  });

  test('never follows a page to another server', async () => {
    const { read } = await open({
      instead: ({ path }) =>
        path.endsWith('Condition/_search')
          ? {
              text: JSON.stringify({
                resourceType: 'Bundle',
                type: 'searchset',
                link: [{ relation: 'next', url: 'https://elsewhere.example/fhir?page=2' }],
              }),
            }
          : undefined,
    });
    await expect(read()).rejects.toMatchObject(code('external_api_error'));
  });

  test('works without allergies when the server lacks that type, and says so', async () => {
    const { read } = await open({ without: ['AllergyIntolerance'] });
    expect((await read()).result).toMatchObject({
      allergies: [],
      notes: expect.arrayContaining(['The server does not offer AllergyIntolerance.']),
    });
  });

  test.each([
    [401, 'login', 'external_api_error'],
    [403, 'forbidden', 'external_api_error'],
    [404, 'not-found', 'not_found'],
    [410, 'deleted', 'not_found'],
    [422, 'processing', 'external_api_error'],
    [429, 'throttled', 'rate_limit_exceeded'],
    [500, 'exception', 'unavailable'],
    [503, 'transient', 'unavailable'],
  ])('reports only the codes of a %i response', async (status, issue, expected) => {
    const { read } = await open({ instead: () => operationOutcome(status, issue) });
    const failed = read();
    await expect(failed).rejects.toMatchObject(
      code(expected, { service: 'fhir', upstream_status: status, issues: issue }),
    );
    await expect(failed).rejects.not.toMatchObject({
      reason: { message: expect.stringMatching(/secret|p-1/) },
    });
  });

  test('tries a failing server three times', async () => {
    let failures = 3;
    const { read } = await open({
      instead: () => {
        failures -= 1;
        return failures >= 0 ? operationOutcome(503, 'transient') : undefined;
      },
    });
    expect((await read()).result).toMatchObject({ patient_age: 35 });
  });

  test.each([
    ['a response that is not JSON', '<html>'],
    [
      'an OperationOutcome in place of a Bundle',
      '{"resourceType":"OperationOutcome","issue":[{"severity":"error","code":"exception"}]}',
    ],
    ['a Bundle that is not a search result', '{"resourceType":"Bundle","type":"transaction"}'],
  ])('refuses %s', async (_, text) => {
    const { read } = await open({ instead: () => ({ text }) });
    await expect(read()).rejects.toMatchObject(code('external_api_error'));
  });

  test('distinguishes a missing patient from one merged into another', async () => {
    const { read } = await open({
      resources: [{ ...patient, link: [{ other: { reference: 'Patient/p-9' }, type: 'replaced-by' }] }],
    });
    await expect(read(undefined, 'p-7')).rejects.toMatchObject(code('not_found'));
    await expect(read()).rejects.toMatchObject(code('rule_violated'));
  });

  test('authenticates with the configured token', async () => {
    const { read } = await open({ token: 'right', configuration: { token: 'right' } });
    expect((await read()).result).toMatchObject({ patient_age: 35 });
    const wrong = await open({ token: 'right', configuration: { token: 'wrong' } });
    await expect(wrong.read()).rejects.toMatchObject(code('external_api_error', { upstream_status: 401 }));
  });

  test.each(['RS384', 'ES384'] as const)(
    'gets a token as a SMART backend service with a key for %s',
    async (alg) => {
      const { publicKey, jwk, pem } = await newClientKey(alg);
      const folder = await mkdtemp(join(tmpdir(), 'fhir-key-'));
      closing.push(() => rm(folder, { recursive: true }));
      for (const [name, text] of [
        ['key.json', JSON.stringify({ ...jwk, kid: 'k1' })],
        ['key.pem', pem],
      ] as const) {
        const keyFile = join(folder, name);
        await writeFile(keyFile, text, { mode: 0o600 });
        const { read, server } = await open({
          smart: { clientId: 'anamnesis', publicKey },
          configuration: { smart: { clientId: 'anamnesis', keyFile, scope: 'system/Patient.rs' } },
        });
        expect((await read()).result).toMatchObject({ patient_age: 35 });
        expect(server.calls.filter(({ path }) => path.endsWith('/token'))).toHaveLength(1);
        // A token that the server no longer accepts is requested again.
        server.expireTokens();
        expect((await read()).result).toMatchObject({ patient_age: 35 });
      }
    },
  );

  test('names the wrong setting when its key is refused', async () => {
    const [{ publicKey }, { pem }] = [await newClientKey('RS384'), await newClientKey('RS384')];
    const folder = await mkdtemp(join(tmpdir(), 'fhir-key-'));
    closing.push(() => rm(folder, { recursive: true }));
    const keyFile = join(folder, 'key.pem');
    await writeFile(keyFile, pem, { mode: 0o600 });
    const { read } = await open({
      smart: { clientId: 'anamnesis', publicKey },
      configuration: { smart: { clientId: 'anamnesis', keyFile, scope: 'system/Patient.rs' } },
    });
    await expect(read()).rejects.toMatchObject({
      reason: { code: 'external_api_error', message: expect.stringContaining('FHIR_CLIENT_ID') },
    });
  });
});
