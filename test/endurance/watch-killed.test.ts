import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest';
import { runCliInProcess } from '../support/cli-in-process.ts';
import { until } from '../support/log-harness.ts';
import { startCli } from '../support/run-cli.ts';
import { type InProcess, type Json, startInProcess } from '../support/server-in-process.ts';

let folder: string;
let server: InProcess;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'anamnesis-watched-'));
  server = await startInProcess();
});
afterEach(async () => {
  await server.dispose();
  await rm(folder, { recursive: true, force: true });
});

const versions = async (): Promise<Readonly<Record<string, unknown>>> => {
  const documents = (await server.get('/api/documents?limit=100')) as unknown as Json[];
  return Object.fromEntries(documents.map(({ docKey, version }) => [docKey, version]));
};

it('watching a folder resumes after a kill, and ingests nothing twice', async () => {
  const names = ['bee', 'hornet', 'snake', 'spider', 'tick', 'wasp'];
  await mkdir(join(folder, 'in'));
  for (const name of names)
    await writeFile(
      join(folder, 'in', `${name}.md`),
      `# ${name}\n\nTreatment of a ${name} injury: clean the ${name} wound.\n`,
    );
  const words = ['watch', join(folder, 'in'), '-t', 'guideline', '--interval', '1', '--settle', '1'];
  const environment = { DATA_DIR: server.dataDir };
  const watching = startCli(words, environment);
  onTestFinished(watching.kill);
  await until('the first document exists', async () => Object.keys(await versions()).length > 0);
  watching.kill();
  await watching.finished;
  expect(await runCliInProcess([...words, '--once'], environment)).toMatchObject({ code: 0 });
  await expect.poll(versions).toEqual(Object.fromEntries(names.map((name) => [`guideline-${name}`, 1])));
});
