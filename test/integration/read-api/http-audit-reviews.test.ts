import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditReviewsStream } from '../../../domain/audit/audit-review-decider.ts';
import { type HttpFixture, openHttpApi } from '../../support/http-api.ts';

type Uncovered = {
  readonly from: number;
  readonly to: number;
  readonly entries: number;
  readonly because: string;
  readonly reviewers: readonly string[];
};

describe('signing off the audit trail', () => {
  let api: HttpFixture;
  const tokens: Record<string, string> = {};
  const as = (name: string) => ({ token: tokens[name] ?? '' });
  const review = (body: object, name = 'cora') => api.post('/api/commands/ReviewAudit', body, as(name));
  const reviews = async (name = 'cora', headers: Record<string, string> = {}) =>
    (await api.get('/api/audit/reviews', { ...as(name), headers })).body.data;
  const uncovered = async (upTo: number): Promise<readonly Uncovered[]> =>
    (await reviews()).uncovered.filter(({ from }: Uncovered) => from <= upTo);
  let head: number;

  beforeAll(async () => {
    api = await openHttpApi();
    tokens.ada = await api.tokenFor('ada', ['clinician']);
    tokens.adam = await api.tokenFor('adam', ['admin']);
    tokens.cora = await api.tokenFor('cora', ['compliance']);
    tokens.carl = await api.tokenFor('carl', ['compliance']);
    await api.post('/api/commands/StartConversation', { subject: 'patient-7' }, as('ada'));
    await api.post('/api/commands/StartConversation', { subject: 'patient-8' }, as('ada'));
    await api.get('/api/audit/entries', as('cora'));
    head = await api.eventStore.head();
  });
  afterAll(() => api[Symbol.asyncDispose]());

  it('reports the whole trail as never reviewed at first', async () => {
    expect(await uncovered(head)).toMatchObject([{ from: 1, because: 'no_review', reviewers: [] }]);
  });

  it('is for compliance only, and refuses the future, an empty range and a missing note', async () => {
    const note = 'Read in full.';
    for (const name of ['ada', 'adam'])
      expect((await review({ from: 1, to: head, note }, name)).status).toBe(403);
    expect((await review({ from: 1, to: 999_999, note })).status).toBe(400);
    expect((await review({ from: '2026-01-01', to: '2999-01-01', note })).status).toBe(400);
    expect((await review({ from: '1999-01-01', to: '1999-12-31', note })).status).toBe(400);
    expect((await review({ from: 2, to: 1, note })).status).toBe(400);
    expect((await review({ from: 1, to: head })).status).toBe(400);
    expect((await review({ from: 1, to: head, actorId: 'cora', note })).status).toBe(422);
    expect((await api.get('/api/audit/reviews', as('ada'))).status).toBe(403);
  });

  it('leaves a limited review’s other entries uncovered', async () => {
    const { body } = await review({ from: 1, to: head, subject: 'patient-7', note: 'One patient.' }, 'carl');
    expect(body.data).toMatchObject({ from: 1, to: head });
    const [left] = await uncovered(head);
    expect(left).toMatchObject({ because: 'partial_reviews', reviewers: ['carl'] });
    expect(left?.entries).toBe(head - 1);
  });

  it('never covers the reviewer’s own entries, which another person can sign off', async () => {
    const today = new Date().toISOString().slice(0, 10);
    expect((await review({ from: 1, to: head, note: 'Jane Doe’s record was opened rightly.' })).status).toBe(
      200,
    );
    const own = await uncovered(head);
    expect(own).toMatchObject([{ because: 'own_entries', entries: 1, reviewers: ['carl', 'cora'] }]);
    expect(own[0]?.from).toBe(own[0]?.to);
    expect(
      (await review({ from: today, to: today, actorId: 'cora', note: 'Her own reads.' }, 'carl')).status,
    ).toBe(200);
    expect(await uncovered(head)).toEqual([]);
  });

  it('lists the reviews, with their notes only for a reason, and records who looked', async () => {
    const plain = await reviews();
    expect(plain.reviews).toHaveLength(3);
    expect(plain.reviews[1]).toMatchObject({ reviewer: 'cora', from: 1, to: head, actorId: null });
    expect(JSON.stringify(plain)).not.toContain('Jane Doe');
    const explained = await reviews('carl', { 'X-Access-Reason': 'Quarterly report' });
    expect(explained.reviews[1].note).toBe('Jane Doe’s record was opened rightly.');
    const list = await api.get('/api/audit/entries?type=AuditTrailRead&limit=1', as('carl'));
    expect(list.body.data[0]).toMatchObject({
      actorId: 'carl',
      action: 'Listed reviews of the audit trail.',
      basis: 'oversight',
    });
  });

  it('seals the note with the officer’s own key', async () => {
    const [event] = await Array.fromAsync(api.eventStore.readStream(auditReviewsStream));
    expect(event?.metadata.subject).toBe('searches-of:carl');
  });
});
