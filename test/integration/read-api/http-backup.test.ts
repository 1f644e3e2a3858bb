import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Role } from '../../../domain/kernel/actor.ts';
import { type InProcess, type Json, startInProcess } from '../../support/server-in-process.ts';
import { signTestToken } from '../../support/test-user.ts';

let server: InProcess;
beforeAll(async () => {
  server = await startInProcess();
});
afterAll(() => server.dispose());

const tokenOf = (sub: string, ...roles: Role[]): Promise<string> => signTestToken(sub, roles);

const as = async (token: string, path: string, method = 'GET'): Promise<Response> =>
  server.request(path, { method, headers: { authorization: `Bearer ${token}` } });

const begin = async (token: string): Promise<Json> => {
  const { data } = (await (await as(token, '/api/admin/backups', 'POST')).json()) as { data: Json };
  return data;
};

describe('a backup over HTTP', () => {
  test('is for admins only', async () => {
    for (const role of ['clinician', 'compliance', 'service'] as const) {
      const refused = await as(await tokenOf('somebody', role), '/api/admin/backups', 'POST');
      expect(refused.status).toBe(403);
    }
  });

  test('is recorded in the audit trail before anything is read, and ends with that entry', async () => {
    const { backupId, head } = await begin(await tokenOf('ann', 'admin'));
    const [entry] = (await server.get(
      `/api/audit/entries?type=BackupTaken&after=${String(head)}`,
    )) as unknown as Json[];
    expect(entry).toMatchObject({ position: head, actorId: 'ann', actorRole: 'admin' });
    const token = await tokenOf('ann', 'admin');
    const lines = (await (await as(token, `/api/admin/backups/${String(backupId)}/events`)).text())
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Json);
    expect(lines.map(({ position }) => position)).toEqual(lines.map((_, index) => index + 1));
    expect(lines.at(-1)).toMatchObject({ position: head, type: 'BackupTaken' });
  });

  test('is available only to the person who started it', async () => {
    const { backupId } = await begin(await tokenOf('ann', 'admin'));
    const other = await tokenOf('bob', 'admin');
    const own = await tokenOf('ann', 'admin');
    const unknown = '01a2029f-a305-70b0-9da6-78d4498c196b';
    for (const part of ['events', 'claims', 'keys', `blobs/${'0'.repeat(64)}`]) {
      expect((await as(other, `/api/admin/backups/${String(backupId)}/${part}`)).status).toBe(404);
      expect((await as(own, `/api/admin/backups/${unknown}/${part}`)).status).toBe(404);
    }
    expect((await as(own, `/api/admin/backups/${String(backupId)}/keys`)).status).toBe(200);
  });

  test('returns keys only in wrapped form, and files as stored', async () => {
    const job = await server.ingest('Naloxone 0.4 mg IV.', 'naloxone.txt');
    expect(job.state).toBe('COMPLETED');
    const token = await tokenOf('ann', 'admin');
    const { backupId } = await begin(token);
    const path = `/api/admin/backups/${String(backupId)}`;
    const keys = (await (await as(token, `${path}/keys`)).text()).trimEnd().split('\n');
    // An IV of 12 bytes, a key of 32 and a tag of 16.
    for (const line of keys) {
      const { wrappedKey } = JSON.parse(line) as Json;
      expect(Buffer.from(String(wrappedKey), 'base64')).toHaveLength(60);
    }
    const events = await (await as(token, `${path}/events`)).text();
    const [, sha256] = /contentHash\\":\\"([0-9a-f]{64})/.exec(events) ?? [];
    const stored = await (await as(token, `${path}/blobs/${sha256}`)).arrayBuffer();
    expect(createHash('sha256').update(Buffer.from(stored)).digest('hex')).toBe(sha256);
    expect(Buffer.from(stored).includes('Naloxone')).toBe(false);
    expect((await as(token, `${path}/blobs/${'0'.repeat(64)}`)).status).toBe(404);
  });
});
