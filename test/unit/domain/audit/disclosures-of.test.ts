import { describe, expect, it } from 'vitest';
import { allEvents } from '../../../../domain/all-events.ts';
import { disclosuresOf } from '../../../../domain/audit/disclosures/disclosures-of.ts';
import type { RecordedEvent } from '../../../../domain/kernel/event.ts';

const queryId = '0190a8c0-0000-7000-8000-000000000001';
const toolCallId = '0190a8c0-0000-7000-8000-000000000002';

/** A recorded event, with its data checked as the log checks it. */
const event = (type: string, data: object, over: Partial<RecordedEvent> = {}): RecordedEvent => ({
  id: '0190a8c0-0000-7000-8000-000000000003',
  type,
  schemaVersion: 1,
  streamId: `query-${queryId}`,
  revision: 3,
  position: 9,
  recordedAt: '2026-11-01T08:00:00.000Z',
  data: allEvents.find((known) => known.type === type)?.schema.parse(data),
  metadata: {
    correlationId: 'c',
    causationId: 'c',
    actor: { id: 'portal', role: 'service', onBehalfOf: 'ada' },
    client: { ip: '10.0.0.7' },
    phi: false,
  },
  ...over,
});

const question = event('QueryAsked', {
  queryId,
  question: 'Dose of epinephrine?',
  clinicalContext: { patientAge: 40, chiefComplaint: 'Faints.' },
  filters: {},
  limit: 5,
});
const screened = event('PhiScreened', {
  queryId,
  detected: true,
  kinds: ['name'],
  detector: 'patterns-8',
  mode: 'strict',
});
const call = (where: 'local' | 'cloud') =>
  event('ModelCalled', {
    queryId,
    attempt: 1,
    model: 'gpt-5',
    where,
    prompt: [{ role: 'user', content: 'Dose of epinephrine?' }],
    parameters: {},
    evidence: [{ n: 1, source: 'knowledge_base', docKey: 'protocol', version: 1 }],
  });
const searched = (sources: readonly object[]) =>
  event('SourcesSearched', {
    queryId,
    interpretation: { searchedFor: 'x', intent: 'general', expansions: [], corrections: [] },
    stages: [],
    sources: sources.map((one) => ({ found: 0, milliseconds: 1, cached: false, redacted: false, ...one })),
    index: { generation: 1, position: 1, model: 'm' },
    found: [],
  });
const started = (tool: string, more: object = {}) =>
  event('ToolStarted', { toolCallId, tool, attempt: 1, idempotencyKey: queryId, redacted: false, ...more });
const requested = (tool: string, args: object) =>
  event('ToolCallRequested', { toolCallId, tool, arguments: args, requestedBy: 'ada', origin: 'api' });

describe('the disclosures that an event states', () => {
  it('name the cloud model, the fields of the prompt and how the question was screened; a local model gets nothing', () => {
    expect(disclosuresOf({ event: call('local'), before: [question, screened] })).toEqual([]);
    expect(disclosuresOf({ event: call('cloud'), before: [question, screened] })).toMatchObject([
      {
        kind: 'model',
        recipient: 'gpt-5',
        fields: ['question', 'clinicalContext.patientAge', 'clinicalContext.chiefComplaint', 'passages'],
        screening: 'PHI was found in the question (name) by patterns-8 (strict).',
        exemption: 'treatment',
      },
    ]);
  });

  it('say that a question was not screened, where it was not', () => {
    const off = event('PhiScreened', { queryId, detected: false, kinds: [], detector: 'none', mode: 'off' });
    const [unscreened] = disclosuresOf({ event: call('cloud'), before: [question] });
    const [switchedOff] = disclosuresOf({ event: call('cloud'), before: [question, off] });
    expect(unscreened?.screening).toContain('Not screened');
    expect(switchedOff?.screening).toContain('switched off');
  });

  it('name each source outside that was asked, and none that was not', () => {
    const sources = [
      { source: 'knowledge_base', outcome: 'ok' },
      { source: 'pubmed', outcome: 'ok', redacted: true },
      { source: 'openfda', outcome: 'ok', cached: true },
      { source: 'uptodate', outcome: 'not_configured' },
      { source: 'openevidence', outcome: 'skipped' },
    ];
    const found = disclosuresOf({ event: searched(sources), before: [question, screened] });
    expect(found).toMatchObject([
      { kind: 'source', recipient: 'U.S. National Library of Medicine', fields: ['searchTerms'] },
    ]);
    expect(found[0]?.screening).toContain('Identifying text was removed.');
  });

  it('name the arguments of a tool that sends outside, as they were sent', () => {
    const before = [requested('search_pubmed', { query: 'burns', patient: { age: 4 } })];
    expect(disclosuresOf({ event: started('search_pubmed', { sends: 'outside' }), before })).toMatchObject([
      { kind: 'tool', fields: ['query', 'patient.age'], exemption: 'treatment' },
    ]);
    const redacted = { sends: 'outside', redacted: true, sent: { query: '[name]' } };
    expect(disclosuresOf({ event: started('search_pubmed', redacted), before })).toMatchObject([
      { fields: ['query'], screening: 'Identifying text was removed from the arguments.' },
    ]);
  });

  it('leave out tools that send nothing outside, and doubt those of which it was not recorded', () => {
    const before = [requested('create_task', { title: 'Call back' })];
    expect(disclosuresOf({ event: started('create_task', { sends: 'on-premises' }), before })).toEqual([]);
    expect(disclosuresOf({ event: started('calculate_medical_score'), before })).toEqual([]);
    const [doubtful] = disclosuresOf({ event: started('create_task'), before });
    expect(doubtful?.screening).toContain('was not recorded then');
  });

  it('name the recipients of a message, which counts wherever the mail server is, and who confirmed it', () => {
    const args = { to: ['ward@example.org'], cc: ['lab@example.org'], subject: 'x', body: 'y' };
    const confirmed = event('ToolConfirmed', { toolCallId, tool: 'send_email', by: 'ada' });
    const before = [requested('send_email', args), confirmed];
    expect(disclosuresOf({ event: started('send_email', { sends: 'on-premises' }), before })).toMatchObject([
      { kind: 'mail', address: 'ward@example.org, lab@example.org', exemption: null },
    ]);
  });

  it('name a voice session outside, not one in the house', () => {
    const session = { conversationId: queryId, sessionId: toolCallId, model: 'gpt-realtime', tools: [] };
    const voice = (leavesThePremises: boolean) =>
      disclosuresOf({
        event: event('VoiceSessionStarted', { ...session, leavesThePremises }),
        before: [],
      });
    expect(voice(true)).toMatchObject([{ kind: 'voice', recipient: 'gpt-realtime' }]);
    expect(voice(false)).toEqual([]);
  });

  it('name who fetched an export, a backup or entries over FHIR, from where and why; reading is none', () => {
    const read = (kind: string, parameters: object) =>
      disclosuresOf({
        event: event('AuditTrailRead', { kind, parameters, reason: 'court order 12' }),
        before: [],
      });
    const fetched = { recipient: 'ada', address: '10.0.0.7' };
    expect(read('export', { format: 'csv' })).toMatchObject([
      { ...fetched, kind: 'export', purpose: 'court order 12', exemption: null },
    ]);
    expect(read('stream', { certificate: queryId })).toMatchObject([{ ...fetched, kind: 'export' }]);
    expect(read('entries', { interface: 'fhir' })).toMatchObject([{ ...fetched, kind: 'fhir' }]);
    expect(read('entries', {})).toEqual([]);
    expect(
      disclosuresOf({ event: event('FeedbackRead', { kind: 'export', parameters: {} }), before: [] }),
    ).toMatchObject([{ kind: 'export', purpose: 'Not stated.' }]);
    expect(disclosuresOf({ event: event('BackupTaken', { backupId: queryId }), before: [] })).toMatchObject([
      { ...fetched, kind: 'backup', exemption: 'operations' },
    ]);
  });

  it('say that the content cannot be checked once it is erased', () => {
    const erased = { ...started('send_email'), data: started('send_email').data, erased: true as const };
    const before = [requested('send_email', { erased: true })];
    expect(disclosuresOf({ event: erased, before })).toMatchObject([
      {
        recipient: 'Recipients of an e-mail',
        fields: [],
        content: 'The content is erased and cannot be checked any more.',
      },
    ]);
  });
});
