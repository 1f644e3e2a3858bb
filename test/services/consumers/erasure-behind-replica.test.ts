import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../support/log-harness.ts';
import {
  canOwnPostgres,
  type OwnPostgres,
  type OwnReplica,
  startOwnPostgres,
} from '../../support/own-postgres.ts';
import { type InProcess, startInProcess } from '../../support/server-in-process.ts';
import { TEST_JWT_SECRET } from '../../support/test-user.ts';

const title = 'Wexelthorne';
const context = 'Yrrindale';
/** Milliseconds that a read without a position may lag: long enough to confirm an erasure meanwhile. */
const MAX_LAG_MS = 30_000;

const bearer = async (sub: string, role: string) => {
  const token = await new SignJWT({ roles: [role] })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject(sub)
    .setIssuedAt()
    .setExpirationTime('50m')
    .sign(new TextEncoder().encode(TEST_JWT_SECRET));
  return { authorization: `Bearer ${token}` };
};

// Skipped when no PostgreSQL server can be started, which `own-postgres.ts` reports.
describe.runIf(canOwnPostgres)('a person erased while a read replica lags', () => {
  let primary: OwnPostgres;
  let replica: OwnReplica;
  let server: InProcess;
  let doctor: { readonly authorization: string };

  beforeAll(async () => {
    primary = await startOwnPostgres();
    replica = await primary.replicate();
    doctor = await bearer('dr', 'clinician');
    server = await startInProcess({
      environment: {
        DATABASE_URL: primary.url,
        DATABASE_REPLICA_URL: replica.url,
        DATABASE_REPLICA_MAX_LAG_MS: String(MAX_LAG_MS),
      },
    });
  }, 120_000);
  afterAll(async () => {
    await server?.dispose();
    await replica?.[Symbol.asyncDispose]();
    await primary?.[Symbol.asyncDispose]();
  });

  // A second attempt needs a replica that keeps up.
  afterEach(() => replica.administer('select pg_wal_replay_resume()'));

  const readOnReplica = async (): Promise<number> => {
    const text = await (await server.request('/metrics')).text();
    return Number(/^anamnesis_read_replica_reads_total\{outcome="read"\} (\d+)/m.exec(text)?.[1] ?? 0);
  };
  const read = async (paths: readonly string[]): Promise<string> => {
    const answers = await Promise.all(paths.map((path) => server.request(path, { headers: doctor })));
    return (await Promise.all(answers.map((answer) => answer.text()))).join('\n');
  };

  it('is hidden from every reader from then on, although the replica still has the rows and the old keys', async () => {
    // A person is erased only once: a second attempt uses another person.
    const subject = `patient-${randomUUID()}`;
    const { conversationId } = await server.command(
      'StartConversation',
      { title, subject, clinicalContext: { chiefComplaint: context } },
      doctor,
    );
    await server.settled();
    const paths = ['/api/conversations', `/api/conversations/${String(conversationId)}`];
    await until('the replica has the question', async () => {
      const before = await readOnReplica();
      const text = await read(paths);
      return text.includes(title) && text.includes(context) && (await readOnReplica()) > before;
    });
    // Once the recorded position is old enough, a replica that has reached it may be read.
    const notedAt = performance.now();
    await until('the position at that time is known', () => performance.now() - notedAt > MAX_LAG_MS);
    await replica.administer('select pg_wal_replay_pause()');

    const { erasureId } = await server.command(
      'EraseSubject',
      { subject, reason: 'Asked for by letter.', basis: 'gdpr_art_17' },
      await bearer('okafor', 'compliance'),
    );
    const confirmed = await server.command(
      'ConfirmErasure',
      { subject, erasureId },
      { ...(await bearer('moreau', 'compliance')), prefer: 'wait=50' },
    );
    expect(confirmed).toMatchObject({ outcome: 'erased' });
    const before = await readOnReplica();
    const text = await read([...paths, ...paths]);
    expect(text).not.toContain(title);
    expect(text).not.toContain(context);
    expect(await readOnReplica()).toBeGreaterThan(before);
    const [held] = await replica.administer('select pg_is_wal_replay_paused() as paused');
    expect(held).toEqual({ paused: true });
  });
});
