import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';
import { sealLog } from '../../support/log-proof.ts';

const { verify } = (await import(
  join(import.meta.dirname, '../../../infra/storage/log-proof/verifiers/verify.mjs')
)) as { readonly verify: (input: { zip: Buffer }) => unknown };

let api: HttpFixture;
let okafor: string;
let moreau: string;
beforeAll(async () => {
  api = await openHttpApi({
    replace: ({ commandServices }) => ({
      commandServices: {
        ...commandServices,
        subjectKeyState: async (subjects) =>
          subjects.map((subject) => (subject === 'person:patient-7' ? 'destroyed' : 'present')),
      },
    }),
  });
  okafor = await api.tokenFor('okafor', ['compliance']);
  moreau = await api.tokenFor('moreau', ['compliance']);
});
afterAll(() => api[Symbol.asyncDispose]());

const command = (name: string, body: unknown, token: string) =>
  api.post(`/api/commands/${name}`, body, { token });
const request = { reason: 'Asked for by letter.', basis: 'gdpr_art_17' };

describe('an erasure over HTTP', () => {
  it("takes a bare pseudonym for a person's, and shows the exceptions with their reasons", async () => {
    const asked = await command('EraseSubject', { subject: 'patient-1', ...request }, okafor);
    expect(asked.status).toBe(200);
    expect(asked.body.data).toMatchObject({ subject: 'person:patient-1', revision: 0 });
    expect(asked.body.data.streamId).not.toContain('patient-1');

    const shown = await api.post('/api/subjects', { subject: 'patient-1' }, { token: moreau });
    expect(shown.body.data).toMatchObject({
      subject: 'person:patient-1',
      state: 'erasure_requested',
      erasures: [{ state: 'requested', requestedBy: 'okafor', reason: request.reason }],
    });
    const listed = await api.get('/api/erasures?state=requested', { token: moreau });
    expect(listed.body.data).toMatchObject([{ subject: 'person:patient-1', certificate: null }]);
    expect(listed.text).not.toContain(request.reason);
  });

  it('needs confirmation by another person', async () => {
    const asked = await command('EraseSubject', { subject: 'patient-2', ...request }, okafor);
    const { erasureId } = asked.body.data;
    const confirmation = { subject: 'patient-2', erasureId };
    const bySelf = await command('ConfirmErasure', confirmation, okafor);
    expect(bySelf.status).toBe(422);
    expect(bySelf.body.error.message).toContain('Another person');
    const byService = await api.tokenFor('okafor', ['admin'], { act: { sub: 'portal' } });
    expect((await command('ConfirmErasure', confirmation, byService)).status).toBe(422);
    const byOther = await command('ConfirmErasure', confirmation, moreau);
    expect(byOther.status).toBe(202);
    expect(byOther.headers.get('location')).toBe(`/api/erasures/${erasureId}`);
    expect((await api.get(`/api/erasures/${erasureId}/certificate`, { token: moreau })).status).toBe(404);
  });

  it('is refused under a hold, which is named, until the hold is released', async () => {
    const held = await command(
      'PlaceHold',
      { subject: 'patient-3', reason: 'A claim.', until: '2099-12-31' },
      moreau,
    );
    const { holdId } = held.body.data;
    const refused = await command('EraseSubject', { subject: 'patient-3', ...request }, okafor);
    expect(refused.status).toBe(422);
    expect(refused.body.error).toMatchObject({ details: { reason: 'under_hold', holds: [holdId] } });
    const shown = await api.post('/api/subjects', { subject: 'person:patient-3' }, { token: moreau });
    expect(shown.body.data).toMatchObject({ state: 'held', holds: [{ until: '2099-12-31T23:59:59.999Z' }] });

    await command('ReleaseHold', { subject: 'patient-3', holdId, reason: 'Settled.' }, okafor);
    expect((await command('EraseSubject', { subject: 'patient-3', ...request }, okafor)).status).toBe(200);
  });

  it('is not blocked by a hold with an end in the past, which is refused with a message', async () => {
    const slip = { subject: 'patient-5', reason: 'A claim.', until: '2002-12-31' };
    const refused = await command('PlaceHold', slip, moreau);
    expect(refused.status).toBe(400);
    expect(refused.body.error.details.issues).toEqual([{ path: 'until', message: 'must be in the future' }]);
    const shown = await api.post('/api/subjects', { subject: 'patient-5' }, { token: moreau });
    expect(shown.body.data).toMatchObject({ state: 'kept', holds: [] });
  });

  it('shows a subject with a destroyed key as erased, even in a log restored from before the erasure', async () => {
    const shown = await api.post('/api/subjects', { subject: 'patient-7' }, { token: moreau });
    expect(shown.body.data).toMatchObject({ state: 'erased', erasures: [], holds: [] });
  });

  it('is planned beforehand without changing anything', async () => {
    const held = await command('PlaceHold', { subject: 'patient-8', reason: 'A claim.' }, moreau);
    const head = await api.eventStore.head();
    const planned = await api.post('/api/erasure-plans', { subject: 'patient-8' }, { token: okafor });
    expect(planned.body.data).toMatchObject({
      subject: 'person:patient-8',
      holds: [held.body.data.holdId],
      notReached: ['exports'],
    });
    expect(planned.body.data.text).toContain('It cannot be erased now');
    expect(await api.eventStore.head()).toBe(head + 1);
    const unknown = await api.post('/api/erasure-plans', { subject: 'p-missing' }, { token: okafor });
    expect(unknown.status).toBe(404);
  });

  it('records whose reasons were read', async () => {
    await api.post('/api/subjects', { subject: 'patient-6' }, { token: moreau });
    const readings = await Array.fromAsync(
      api.eventStore.readAll(0, { filter: { types: ['AuditTrailRead'] } }),
    );
    expect(readings.at(-1)?.data).toMatchObject({ kind: 'stream', subjects: ['person:patient-6'] });
  });

  it('is certified by the log alone, and proven once a checkpoint covers its events', async () => {
    const subject = 'patient-9';
    const asked = await command('EraseSubject', { subject, ...request }, okafor);
    const { erasureId, streamId } = asked.body.data;
    const path = `/api/erasures/${erasureId}`;
    const fetchZip = () =>
      fetch(`${api.url}${path}/sealed-certificate`, { headers: { authorization: `Bearer ${okafor}` } });
    expect((await fetchZip()).status).toBe(404);
    await command('ConfirmErasure', { subject, erasureId }, moreau);
    await api.record(streamId, [
      {
        type: 'SubjectErased',
        data: {
          erasureId,
          subject: `person:${subject}`,
          basis: 'gdpr_art_17',
          requestedBy: 'okafor',
          confirmedBy: 'moreau',
          keyId: 'k',
          effects: [{ place: 'events', count: 12, effect: 'unreadable' }],
          notReached: ['exports'],
        },
      },
    ]);
    const early = await api.get(`${path}/certificate`, { token: okafor });
    expect(early.body.data).toMatchObject({ sealed: null, keyId: 'k' });
    const refused = await api.get(`${path}/sealed-certificate`, { token: okafor });
    expect(refused).toMatchObject({
      status: 422,
      body: { error: { details: { reason: 'not_sealed', positions: expect.anything() } } },
    });
    const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
    const size = await sealLog({ ...api, folder });
    await rm(folder, { recursive: true });
    expect((await api.get(`${path}/certificate`, { token: okafor })).body.data).toMatchObject({
      sealed: { size },
      text: expect.stringContaining('Sealed by the checkpoint'),
    });
    const response = await fetchZip();
    expect(response.status).toBe(200);
    expect(verify({ zip: Buffer.from(await response.arrayBuffer()) })).toMatchObject({
      certificate: { subject: `person:${subject}`, erasureId, effects: [{ count: 12 }] },
    });
    const readings = await Array.fromAsync(
      api.eventStore.readAll(size, { filter: { types: ['AuditTrailRead'] } }),
    );
    expect(readings.at(-1)?.data).toMatchObject({ subjects: [`person:${subject}`] });
  });

  it('cannot overlap with a hold placed during its confirmation: one of the two is refused', async () => {
    const subjects = Array.from({ length: 8 }, (_, index) => `patient-race-${index}`);
    for (const subject of subjects) {
      const asked = await command('EraseSubject', { subject, ...request }, okafor);
      const { erasureId } = asked.body.data;
      const [confirmed, held] = await Promise.all([
        command('ConfirmErasure', { subject, erasureId }, moreau),
        command('PlaceHold', { subject, reason: 'A claim.' }, okafor),
      ]);
      expect([confirmed.status, held.status].toSorted()).toEqual(
        confirmed.status === 202 ? [202, 422] : [200, 422],
      );
    }
  });

  it('cannot be requested, confirmed or seen by clinicians and services', async () => {
    for (const role of ['clinician', 'service'] as const) {
      const token = await api.tokenFor(`a-${role}`, [role]);
      for (const [name, body] of [
        ['EraseSubject', { subject: 'patient-4', ...request }],
        ['PlaceHold', { subject: 'patient-4', reason: 'no' }],
      ] as const)
        expect((await command(name, body, token)).status).toBe(403);
      expect((await api.post('/api/subjects', { subject: 'patient-4' }, { token })).status).toBe(403);
      expect((await api.get('/api/erasures', { token })).status).toBe(403);
    }
  });

  it('explains what a data subject is when given something else', async () => {
    const answer = await command('EraseSubject', { subject: 'John Doe', ...request }, okafor);
    expect(answer.status).toBe(400);
    expect(answer.text).not.toContain('John Doe');
  });
});
