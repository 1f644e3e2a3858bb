import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../../support/log-harness.ts';
import { canOwnPostgres, type OwnPostgres, startOwnPostgres } from '../../support/own-postgres.ts';
import { type InProcess, startInProcess } from '../../support/server-in-process.ts';

type Refusal = { readonly code?: string; readonly message?: string; readonly component?: string };

// Skipped when PostgreSQL cannot be started, which `test/support/own-postgres.ts` reports.
describe.skipIf(!canOwnPostgres)('a read-only PostgreSQL server', () => {
  let postgres: OwnPostgres;
  let server: InProcess;

  const ask = async (question: string): Promise<{ status: number; error?: Refusal }> => {
    const response = await server.post('/api/commands/AskQuery', { question });
    const { error } = (await response.json()) as { error?: Refusal };
    return { status: response.status, ...(error ? { error } : {}) };
  };
  const ready = async (): Promise<{ status: number; error?: Refusal }> => {
    const response = await server.request('/health/ready');
    return { status: response.status, ...((await response.json()) as { error?: Refusal }) };
  };

  beforeAll(async () => {
    postgres = await startOwnPostgres();
    server = await startInProcess({ environment: { DATABASE_URL: postgres.url } });
    expect((await ask('midazolam dose for seizures')).status).toBe(202);
    // The read models must exist before.
    await until('the read models exist', async () => {
      const paths = ['/api/documents', '/api/conversations'];
      const answers = await Promise.all(paths.map((path) => server.request(path)));
      return answers.every(({ status }) => status === 200);
    });
  });
  afterAll(async () => {
    await server?.dispose();
    await postgres?.[Symbol.asyncDispose]();
  });

  // A second attempt, and the next case, need a writable server.
  afterEach(async () => {
    const statements = [
      'begin read write; alter database postgres reset default_transaction_read_only; commit',
      'alter system reset default_transaction_read_only',
      'select pg_reload_conf()',
    ];
    for (const statement of statements) await postgres.administer(statement);
    await until('commands are accepted again', async () => (await ask('ketamine dose')).status === 202);
  });

  it.each([
    {
      how: 'the whole server',
      close: ['alter system set default_transaction_read_only = on', 'select pg_reload_conf()'],
      open: ['alter system reset default_transaction_read_only', 'select pg_reload_conf()'],
    },
    {
      // Open sessions keep their initial setting.
      how: 'the database, for new sessions',
      close: [
        'alter database postgres set default_transaction_read_only = on',
        `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'anamnesis%'`,
      ],
      open: ['begin read write; alter database postgres reset default_transaction_read_only; commit'],
    },
  ])(
    'makes the program refuse writes with the reason, keep reading, and recover automatically: $how',
    async ({ close, open }) => {
      for (const statement of close) await postgres.administer(statement);
      await until('writes are refused for that reason', async () => {
        const { status, error } = await ask('lorazepam dose for seizures');
        return status === 503 && error?.component === 'database' && /read-only/.test(error.message ?? '');
      });
      for (const path of ['/api/documents', '/api/conversations', '/api/admin/projections'])
        expect((await server.request(path)).status, path).toBe(200);
      const readiness = await ready();
      expect(readiness).toMatchObject({ status: 503, error: { code: 'unavailable' } });
      expect(readiness.error?.message).toMatch(/read-only/);

      for (const statement of open) await postgres.administer(statement);
      // Nothing is written meanwhile: readiness detects it without a write.
      await until('the server is ready', async () => (await ready()).status === 200);
      await until('commands are accepted', async () => (await ask('ketamine dose')).status === 202);
    },
  );
});
