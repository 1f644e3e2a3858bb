import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { runCliInProcess } from '../../support/cli-in-process.ts';
import { type SharedServer, sharedServer } from '../../support/shared-server.ts';

let server: SharedServer;
let moreau: string;
const beside = (...words: string[]) => server.cli(...words);
const byMoreau = (...words: string[]) =>
  runCliInProcess(words, { DATA_DIR: '/no/such/folder', ANAMNESIS_URL: server.url, ANAMNESIS_TOKEN: moreau });

beforeAll(async () => {
  server = await sharedServer();
  moreau = (await beside('tokens', 'create', 'token:moreau', '--roles', 'compliance,clinician')).out.trim();
  const started = await server.request('/api/commands/StartConversation', {
    method: 'POST',
    headers: { authorization: `Bearer ${moreau}`, 'content-type': 'application/json' },
    body: JSON.stringify({ subject: 'patient-4711', clinicalContext: { chiefComplaint: 'Wheezing.' } }),
  });
  expect(started.status).toBe(200);
});

describe('a data subject at the command line', () => {
  const request = ['--basis', 'gdpr_art_17', '--reason', 'Requested by letter.'];

  it('is not erased under a mistyped pseudonym, and takes no hold that ends in the past', async () => {
    const slip = await beside('subjects', 'erase', 'patient-4117', ...request);
    expect(slip).toMatchObject({ code: 1, err: expect.stringContaining('Nothing is stored under this') });
    const past = await beside('subjects', 'hold', 'patient-4711', '--until', '2002-01-01', '--reason', 'x');
    expect(past).toMatchObject({ code: 2, err: expect.stringContaining('until: must be in the future') });
  });

  it('is erased by two people, with a certificate, and a late request reports the erasure', async () => {
    expect(await beside('subjects', 'erase', 'patient-4711', ...request)).toMatchObject({ code: 0 });
    const same = await beside('subjects', 'confirm', 'patient-4711');
    expect(same).toMatchObject({ code: 1, err: expect.stringContaining('Another person has to') });
    const confirmed = await byMoreau('subjects', 'confirm', 'patient-4711');
    const erasure = /subjects certificate ([\w-]{36})/.exec(confirmed.out)?.[1] ?? '';
    const certificate = await beside('subjects', 'certificate', erasure);
    expect(certificate.out).toContain('Confirmed by token:moreau');
    expect((await beside('subjects', 'certificate', 'patient-4711')).out).toBe(certificate.out);
    const folder = await mkdtemp(join(tmpdir(), 'certificate-'));
    const written = await beside('subjects', 'certificate', 'patient-4711', '-o', join(folder, 'x.zip'));
    await rm(folder, { recursive: true });
    // The next checkpoint comes when it comes.
    expect(written.err).toMatch(written.code === 0 ? 'Written to' : 'are not sealed yet');
    const none = await beside('subjects', 'certificate', 'patient-4712');
    expect(none).toMatchObject({ code: 1, err: expect.stringContaining('No erasure was requested') });
    for (const words of [['confirm'], ['decline', '--reason', 'x']]) {
      const late = await byMoreau('subjects', ...words, 'patient-4711');
      expect(late).toMatchObject({ code: 1, err: expect.stringContaining('has already been erased') });
    }
  });
});
