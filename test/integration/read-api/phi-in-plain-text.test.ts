import { beforeAll, describe, expect, it } from 'vitest';
import type { Json } from '../../support/server-in-process.ts';
import { type SharedServer, sharedServer } from '../../support/shared-server.ts';

describe('PHI', () => {
  let server: SharedServer;
  let queryId: string;
  const phi = ['Zebulon', 'Quackenbush', '987-65-4329', 'MRN 4455667', 'zq-therapy-note'];
  const question =
    'Patient Zebulon Quackenbush, SSN 987-65-4329, MRN 4455667: epinephrine dose for anaphylaxis?';

  beforeAll(async () => {
    server = await sharedServer();
    const { conversationId } = await server.command('StartConversation', {
      title: 'Zebulon Quackenbush',
      subject: 'person-1',
      clinicalContext: { chiefComplaint: 'Quackenbush, MRN 4455667', patientAge: 7 },
    });
    const answered = await server.ask(question, { conversationId });
    queryId = String(answered.queryId);
    await server.get(`/api/queries/${queryId}?after=${String(answered.position)}`);
    await server.get(`/api/conversations/${String(conversationId)}`);
    await server.post('/api/search', { query: question });
    const comment = 'Zebulon Quackenbush was not asked.';
    await server.command('GiveFeedback', { queryId, kind: 'wrong', comment });
    await server.get('/api/admin/feedback');
    await server.get('/api/admin/query-log');
    await server.ingest(
      'zq-therapy-note: Zebulon Quackenbush was seen.',
      'Zebulon Quackenbush zq-therapy-note.txt',
      {
        sourceType: 'note',
        docKey: 'note-of-plain-text',
        title: 'Quackenbush',
        containsPhi: 'true',
      },
    );
    // And every kind of mistake in using it.
    await server.post('/api/commands/AskQuery', { question, limit: 'Quackenbush' });
    await server.post('/api/commands/AskQuery', { question, conversationId: 'Quackenbush' });
    await server.post('/api/commands/Zebulon', { question });
    await server.request(`/api/queries/${encodeURIComponent('Zebulon Quackenbush')}`);
    await server.request('/api/commands/AskQuery', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: `{"question": "Zebulon Quackenbush`,
    });
    await server.ingest(`%PDF-1.7 Zebulon Quackenbush`, 'Zebulon.pdf', {
      docKey: 'guideline-broken-plain-text',
    });
    await server.settled();
  });

  const expectFree = (text: string): void => {
    expect(text.length).toBeGreaterThan(100);
    for (const secret of phi) expect(text).not.toContain(secret);
  };

  it('is never in plain text in the log at rest', async () => {
    const rows = await server.application.database.query(
      'select stream_id, data::text as data, metadata::text as metadata from event_log.events',
    );
    expectFree(JSON.stringify(rows));
  });

  it('is never in a log line', () => {
    expectFree(server.logLines.join(''));
  });

  it('is never in a metric', async () => {
    expectFree(await (await server.request('/metrics')).text());
  });

  it('is never in an error', async () => {
    const refusals = await Promise.all([
      server.post('/api/commands/AskQuery', { question, limit: 'Quackenbush' }),
      server.post('/api/commands/AskQuery', { question, [phi[0] ?? '']: 1 }),
      server.post('/api/search', { query: question, filters: { specialty: 'Quackenbush' } }),
      server.upload(question, 'Zebulon Quackenbush.exe', {}),
    ]);
    for (const refusal of refusals) {
      expect(refusal.status).toBeGreaterThanOrEqual(400);
      // The name of an unknown field is the caller's own schema error, not a value: it may be repeated.
      const text = (await refusal.text()).replaceAll(`"${phi[0]}"`, '').replaceAll(`\\"${phi[0]}\\"`, '');
      expectFree(text);
    }
  });

  it('is flagged on the question, with its kinds but not its text', async () => {
    const events = await server.get(`/api/audit/entries?type=QueryAsked&streamId=query-${queryId}`);
    expect((events as unknown as Json[]).map(({ phi }) => phi)).toEqual([true]);
  });
});
