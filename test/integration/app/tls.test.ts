import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCliInProcess } from '../../support/cli-in-process.ts';
import { refusedStart } from '../../support/refused-start.ts';
import { type InProcess, startInProcess } from '../../support/server-in-process.ts';
import { testToken } from '../../support/test-user.ts';

const tls = (file: string): string => join(import.meta.dirname, '../../support/tls', file);

describe('a server that speaks TLS', () => {
  let dataDir: string;
  let server: InProcess;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-tls-'));
    server = await startInProcess({
      dataDir,
      environment: { TLS_CERT: tls('localhost.crt'), TLS_KEY: tls('localhost.key'), HOST: '0.0.0.0' },
    });
  });
  afterAll(async () => {
    await server.dispose();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('is found and trusted by the command line on its data directory', async () => {
    expect(server.url).toMatch(/^https:\/\/localhost:\d+$/);
    const listed = await runCliInProcess(['documents', '--json'], { DATA_DIR: dataDir });
    expect(listed.err).toBe('');
    expect(listed.code).toBe(0);
    expect(server.logLines.join('')).not.toContain('without TLS');
  });

  it('is trusted elsewhere by the file of its certification authority alone', async () => {
    const elsewhere = {
      ANAMNESIS_URL: server.url,
      ANAMNESIS_TOKEN: testToken,
      DATA_DIR: join(dataDir, 'elsewhere'),
    };
    const [distrusted, trusted, byFlag, wrong, plain] = await Promise.all([
      runCliInProcess(['documents'], elsewhere),
      runCliInProcess(['documents'], { ...elsewhere, ANAMNESIS_CA: tls('localhost.crt') }),
      runCliInProcess(['documents', '--ca', tls('localhost.crt')], elsewhere),
      runCliInProcess(['documents', '--ca', tls('localhost.key')], elsewhere),
      runCliInProcess(['documents'], { ...elsewhere, ANAMNESIS_URL: server.url.replace('https', 'http') }),
    ]);
    expect(distrusted.err).toContain('is not trusted: nobody known has signed it');
    expect(distrusted.err).toContain('--ca');
    expect([trusted.code, byFlag.code]).toEqual([0, 0]);
    expect(wrong.err).toContain('holds no certificate');
    expect(plain.err).toContain('https://');
    for (const { err } of [distrusted, wrong, plain]) expect(err).not.toContain('should not have happened');
  });

  it('does not start with files that do not belong together, and says why', async () => {
    const wrong = {
      DATA_DIR: join(dataDir, 'other'),
      TLS_CERT: tls('localhost.crt'),
      TLS_KEY: tls('other.key'),
    };
    expect(await refusedStart(wrong)).toContain('TLS_KEY is not the key');
    const { TLS_KEY: _, ...alone } = wrong;
    expect(await refusedStart(alone)).toContain('Set TLS_CERT and TLS_KEY together');
  });
});
