import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runCli } from '../support/run-cli.ts';
import { adminToken, type ServerProcess, startServerProcess } from '../support/server-process.ts';

const tls = (file: string): string => join(import.meta.dirname, '../support/tls', file);

describe('a server with TLS', () => {
  let dataDir: string;
  let server: ServerProcess;
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-tls-'));
    server = await startServerProcess(dataDir, {
      TLS_CERT: tls('localhost.crt'),
      TLS_KEY: tls('localhost.key'),
      HOST: '0.0.0.0',
    });
  });
  afterAll(async () => {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('is found and trusted by the command line on its data directory', async () => {
    expect(server.url).toMatch(/^https:\/\/localhost:\d+$/);
    const listed = await runCli(['documents', '--json'], { DATA_DIR: dataDir });
    expect(listed.err).toBe('');
    expect(listed.code).toBe(0);
    expect(server.output()).not.toContain('WITHOUT TLS');
  });

  it('is trusted elsewhere only with the file of its certification authority', async () => {
    const elsewhere = {
      ANAMNESIS_URL: server.url,
      ANAMNESIS_TOKEN: adminToken,
      DATA_DIR: join(dataDir, 'elsewhere'),
    };
    const [distrusted, trusted, byFlag, wrong, plain] = await Promise.all([
      runCli(['documents'], elsewhere),
      runCli(['documents'], { ...elsewhere, ANAMNESIS_CA: tls('localhost.crt') }),
      runCli(['documents', '--ca', tls('localhost.crt')], elsewhere),
      runCli(['documents', '--ca', tls('localhost.key')], elsewhere),
      runCli(['documents'], { ...elsewhere, ANAMNESIS_URL: server.url.replace('https', 'http') }),
    ]);
    expect(distrusted.err).toContain('is not trusted: it is not signed by a known issuer');
    expect(distrusted.err).toContain('--ca');
    expect([trusted.code, byFlag.code]).toEqual([0, 0]);
    expect(wrong.err).toContain('contains no valid certificate');
    expect(plain.err).toContain('https://');
    for (const { err } of [distrusted, wrong, plain]) expect(err).not.toContain('Unexpected error');
  });

  it('does not start with mismatched certificate and key, and explains why', async () => {
    const wrong = { TLS_CERT: tls('localhost.crt'), TLS_KEY: tls('other.key') };
    const other = join(dataDir, 'other');
    await expect(startServerProcess(other, wrong)).rejects.toThrow('TLS_KEY is not the key');
    await expect(startServerProcess(other, { TLS_CERT: tls('localhost.crt') })).rejects.toThrow(
      'Set TLS_CERT and TLS_KEY together',
    );
  });
});

describe('a server without TLS that other machines can reach', () => {
  it('warns loudly at its start', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-open-'));
    onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
    const server = await startServerProcess(dataDir, { HOST: '0.0.0.0' });
    onTestFinished(server.kill);
    await expect.poll(server.output).toContain('WITHOUT TLS');
    expect(await server.stop()).toBe(0);
  });
});
