import { describe, expect, it } from 'vitest';
import { isDocumented, mismatchOfAnswer, mismatchOfNamed } from '../../../client/check-answer.ts';

const token = {
  tokenId: '01a20349-c1d2-7e0f-8a1b-2c3d4e5f6071',
  name: 'alice',
  state: 'active',
  roles: ['clinician'],
  teams: [],
  onBehalfOf: null,
  createdBy: 'it-desk',
  createdAt: '2026-11-22T10:15:00.000Z',
  expiresAt: '2026-12-22T10:15:00.000Z',
  lastUsedAt: null,
  revokedAt: null,
  revokedBy: null,
};
const misfit = (data: unknown) => mismatchOfAnswer('get /api/admin/tokens', data);

describe('the data of an answer', () => {
  it('is accepted in its documented shape, with additional members', async () => {
    expect(await misfit([token, { ...token, since: 'a newer server' }])).toBeUndefined();
    expect(await misfit([])).toBeUndefined();
  });

  it('is rejected when a member is missing, of another type, or outside its enumeration', async () => {
    const { name: _, ...nameless } = token;
    expect(await misfit([token, nameless])).toBe('[1].name');
    expect(await misfit([{ ...token, roles: [7] }])).toBe('[0].roles[0]');
    expect(await misfit([{ ...token, state: 'lost' }])).toBe('[0].state');
    expect(await misfit({ tokens: [token] })).toBe('');
  });

  it('may be null only where documented', async () => {
    expect(await misfit([{ ...token, onBehalfOf: 'dr-rivera' }])).toBeUndefined();
    expect(await misfit([{ ...token, createdBy: null }])).toBe('[0].createdBy');
  });

  it('matches one of several forms, or none', async () => {
    const finding = { kind: 'finding', check: 'disk', severity: 'ok', message: 'Enough.' };
    const misfitOfLine = (line: unknown) => mismatchOfAnswer('post /api/admin/doctor', line);
    expect(await misfitOfLine(finding)).toBeUndefined();
    expect(await misfitOfLine({ ...finding, severity: 'grave' })).toBe('');
    expect(await misfitOfLine({ ...finding, kind: 'rumour' })).toBe('');
  });

  it('is accepted as it is when undocumented', async () => {
    expect(await mismatchOfAnswer('get /nowhere', { any: 'thing' })).toBeUndefined();
    expect(await isDocumented('get /nowhere')).toBe(false);
    expect(await isDocumented('get /api/queries/{id}/stream draft')).toBe(true);
  });

  it('of a failure must be a problem document of this API', async () => {
    const problem = {
      ...{ type: 'urn:anamnesis:problem:not_found', title: 'Not found', status: 404, detail: 'None.' },
      success: false,
      error: { code: 'not_found', message: 'None.' },
      metadata: { traceId: '4bf92f3577b34da6a3ce929d0e0e4736' },
      timestamp: '2026-11-22T10:15:30.123Z',
    };
    expect(await mismatchOfNamed('Problem', problem)).toBeUndefined();
    expect(await mismatchOfNamed('Problem', { ...problem, error: { code: 'gone', message: '' } })).toBe(
      '.error.code',
    );
    expect(await mismatchOfNamed('Problem', '<h1>Not here</h1>')).toBe('');
  });
});
