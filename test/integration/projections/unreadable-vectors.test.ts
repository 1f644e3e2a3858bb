import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ingestNoteAndGuideline, observeVectors, oneMissing } from '../../support/sealed-vectors.ts';
import { type InProcess, startInProcess } from '../../support/server-in-process.ts';
import { openServerMemory, type ServerMemory } from '../../support/server-memory.ts';

describe('a sealed document', () => {
  let folder: string;
  let dataDir: string;
  let memory: ServerMemory;
  let server: InProcess;
  let path: string;
  const { keysOf, dense, cached, readiness, examined, metrics } = observeVectors(() => server);

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'anamnesis-vectors-'));
    dataDir = join(folder, 'data');
    memory = await openServerMemory();
    server = await startInProcess({ dataDir, memory });
    const blob = await ingestNoteAndGuideline(server);
    path = join(dataDir, 'blobs', blob.slice(0, 2), blob);
  });
  afterEach(async () => {
    await server.stop();
    await memory.dispose();
    await rm(folder, { recursive: true, force: true });
  });

  it('with a missing vector file is found by its words, which every search reports and none caches, until the file is back', async () => {
    await rename(path, `${path}.aside`);
    expect(await keysOf('bronchospasm albuterol')).toContain('note-visit');
    expect(await dense('bronchospasm albuterol')).toBe('failed');
    expect(await cached('bronchospasm albuterol')).toBe(false);
    expect(await keysOf('tick tweezers')).toContain('guideline-ticks');
    expect(await readiness()).toContain(oneMissing);
    expect(await examined()).toContain(
      'The vectors of 1 document cannot be read: only keyword search finds it.',
    );
    expect(await metrics()).toContain('anamnesis_search_documents_by_words_only 1');
    await rename(`${path}.aside`, path);
    await expect.poll(() => dense('bronchospasm albuterol'), { timeout: 180_000, interval: 500 }).toBe('ok');
    await expect.poll(() => cached('bronchospasm albuterol')).toBe(true);
    expect(await readiness()).not.toContain('The vectors of');
    expect(await metrics()).toContain('anamnesis_search_documents_by_words_only 0');
  });

  it('with an altered vector file is found by its words in the next process, until the file is restored', async () => {
    expect(await dense('bronchospasm albuterol')).toBe('ok');
    await server.stop();
    const whole = await readFile(path);
    await writeFile(
      path,
      whole.map((byte, at) => (at === whole.length - 20 ? byte ^ 1 : byte)),
    );
    server = await startInProcess({ dataDir, memory });
    expect(await keysOf('bronchospasm albuterol')).toContain('note-visit');
    expect(await dense('bronchospasm albuterol')).toBe('failed');
    expect(await readiness()).toContain(oneMissing);
    await writeFile(path, whole);
    await expect.poll(() => dense('bronchospasm albuterol'), { timeout: 180_000, interval: 500 }).toBe('ok');
  });
});
