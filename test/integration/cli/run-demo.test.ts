import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runDemo } from '../../../cli/run-demo.ts';
import { openCliRun } from '../../support/cli-in-process.ts';
import { until } from '../../support/log-harness.ts';
import { placeNewDatabase } from '../../support/new-database.ts';

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-demo-'));
  await placeNewDatabase(dataDir);
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

describe('the demo', () => {
  it('loads the samples, prints a cited answer and serves until it is interrupted', async () => {
    const { cli, out } = openCliRun({ DATA_DIR: dataDir, PORT: '0' });
    const demo = runDemo(cli, '1.2.3');
    await until('the demo serves', async () => out().includes('Press Ctrl-C to stop.'));
    expect(out()).toContain('5 ingested');
    expect(out()).toContain('0.01 mg/kg IM of the 1 mg/mL');
    expect(out()).toContain('pediatric-anaphylaxis.pdf (guideline-pediatric-anaphylaxis)');
    const [, url = ''] = /listening on (\S+)\. /.exec(out()) ?? [];
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect(out()).toContain(`${url}/#code=`);
    const closing = out().slice(out().indexOf('The server keeps running.'));
    expect(closing).toContain(`The HTTP API is described at ${url}/openapi.json.`);
    expect(Math.max(...closing.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);

    const second = openCliRun({ DATA_DIR: dataDir });
    expect(await runDemo(second.cli, '1.2.3')).toBe(0);
    expect(second.out()).toContain(`A server is already running at ${url}`);
    expect(second.out(), 'a running server gets no new user').not.toContain('#code=');

    cli.interrupt();
    expect(await demo).toBe(0);
    await expect(fetch(`${url}/health/live`)).rejects.toThrow();
  });

  it('suggests a remedy when its port is taken', async () => {
    await using other = createServer().listen(0, '127.0.0.1');
    await until('the port is taken', async () => other.listening);
    const address = other.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { cli, err } = openCliRun({ DATA_DIR: dataDir, PORT: String(port) });
    expect(await runDemo(cli, '1.2.3')).toBe(1);
    expect(err()).toContain(
      `Port ${port} is in use, perhaps by another Anamnesis server: stop that program, or set PORT to another port.`,
    );
  });
});
