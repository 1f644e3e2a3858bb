import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';

let api: HttpFixture;
beforeAll(async () => {
  api = await openHttpApi();
});
afterAll(() => api[Symbol.asyncDispose]());

/** Ingests and withdraws a document. Returns the URL of its file as of the withdrawal. */
const withdrawn = async (docKey: string, containsPhi: boolean): Promise<string> => {
  const uploaded = await api.upload(
    '/api/commands/IngestDocument',
    { name: 'text.txt', content: `What ${docKey} says.` },
    [
      ['sourceType', 'note'],
      ['docKey', docKey],
      ['containsPhi', String(containsPhi)],
    ],
  );
  expect(uploaded.status).toBeLessThan(300);
  const answer = await api.post('/api/commands/WithdrawDocument', { docKey, reason: 'outdated' });
  return `/api/documents/${docKey}/versions/1/file?after=${answer.body.data.position}`;
};

describe('a withdrawn document that holds PHI', () => {
  it('is read only by compliance, with a reason', async () => {
    const path = await withdrawn('note-of-a-visit', true);
    for (const role of ['clinician', 'service', 'admin'] as const) {
      const token = await api.tokenFor(`a-${role}`, [role]);
      const refused = await api.get(path, { token, headers: { 'X-Access-Reason': 'curious' } });
      expect(refused.status, role).toBe(403);
      expect(refused.text).not.toContain('What note');
    }
    const token = await api.tokenFor('moreau', ['compliance']);
    expect((await api.get(path, { token })).status).toBe(400);
    const read = await api.get(path, { token, headers: { 'X-Access-Reason': 'A complaint.' } });
    expect(read.status).toBe(200);
    expect(read.text).toBe('What note-of-a-visit says.');
    expect(read.headers.get('content-disposition')).toContain('text.txt');
  });

  it('hides its name from a HEAD request, which is not recorded', async () => {
    const path = await withdrawn('note-of-a-night', true);
    const token = await api.tokenFor('moreau', ['compliance']);
    const head = await fetch(`${api.url}${path}`, {
      method: 'HEAD',
      headers: { authorization: `Bearer ${token}`, 'x-access-reason': 'A complaint.' },
    });
    expect(head.status).toBe(200);
    expect(head.headers.get('content-length')).toBe(String('What note-of-a-night says.'.length));
    expect(JSON.stringify([...head.headers])).not.toContain('text.txt');
  });

  it('is distinguished from one without PHI, which stays readable', async () => {
    const path = await withdrawn('note-on-rooms', false);
    const token = await api.tokenFor('a-clinician', ['clinician']);
    expect((await api.get(path, { token })).text).toBe('What note-on-rooms says.');
  });
});
