import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { isFolder } from '../../installation/disk/is-folder.ts';
import { isThere } from '../../installation/disk/is-there.ts';
import { downloadFile } from '../../services/outside/download-file.ts';
import type { InstallableModel, ModelFile } from './installable-models.ts';

/** Where the files of a model are taken from. */
export type ModelSource =
  /** A model hub, or a mirror of it with the same addresses. */
  | { readonly hub: URL }
  /** A folder that holds the model's files, or the model in a folder of its name. */
  | { readonly folder: string };

type InstallOptions = {
  readonly modelsDir: string;
  readonly source: ModelSource;
  readonly signal: AbortSignal;
  /** Bytes of all files that are in place and checked, or on their way. */
  readonly onProgress?: (bytes: number) => void;
};

const problem = (
  code: 'validation_error' | 'external_api_error' | 'unavailable',
  message: string,
  cause?: unknown,
): Failure =>
  new Failure(failure(code, message, { component: 'models' }), cause === undefined ? undefined : { cause });

/** Folders in which a model is put together, beside the models. */
const MAKING = '.installing-';
/** Milliseconds after which one that nothing is written to was left behind by a process that was killed. */
const LEFT_BEHIND = 60 * 60 * 1000;
/** Others may put the same model into place at the same moment; each round one of them is through. */
const ROUNDS = 20;

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Model files as they lie in a folder: as in the hub, under the model's name, or flat, as browsers save them. */
const findIn = async (folder: string, model: string, path: string): Promise<string> => {
  const places = [join(folder, model, path), join(folder, path), join(folder, basename(path))];
  for (const place of places) if (await isThere(place)) return place;
  if (!(await isFolder(folder))) throw problem('validation_error', `${folder} is not a folder.`);
  throw problem(
    'validation_error',
    `There is no ${path} in ${folder}. It must hold the files of ${model} as the model hub has them.`,
  );
};

const openSource = async (
  { model, revision }: InstallableModel,
  { path }: ModelFile,
  source: ModelSource,
  signal: AbortSignal,
): Promise<Readable> =>
  'hub' in source
    ? downloadFile(new URL(`${model}/resolve/${revision}/${path}`, source.hub), signal)
    : createReadStream(await findIn(source.folder, model, path), { signal });

/** Writes one file and checks it on the way. Rejects when it is not the one that was meant, as soon as that shows. */
const writeChecked = async (
  content: Readable,
  { path, bytes, sha256 }: ModelFile,
  to: string,
  onBytes: (count: number) => void,
): Promise<void> => {
  await mkdir(dirname(to), { recursive: true });
  const hash = createHash('sha256');
  let written = 0;
  await using file = await open(to, 'wx');
  for await (const part of content) {
    if (!(part instanceof Uint8Array)) continue;
    written += part.length;
    if (written > bytes) break;
    hash.update(part);
    await file.write(part);
    onBytes(part.length);
  }
  if (written !== bytes || hash.digest('hex') !== sha256)
    throw problem(
      'external_api_error',
      `${path} is not the file that was tried with this version: its ${written === bytes ? 'checksum' : 'size'} differs. Nothing was installed.`,
    );
  await file.sync();
};

/** When anything in a folder was last written, in milliseconds since 1970; 0 where it has gone. */
const lastWritten = async (folder: string): Promise<number> => {
  const within = await readdir(folder, { recursive: true }).catch(() => []);
  const times = [folder, ...within.map((name) => join(folder, name))].map((path) =>
    stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => 0,
    ),
  );
  return Math.max(...(await Promise.all(times)));
};

const removeLeftBehind = async (modelsDir: string): Promise<void> => {
  const names = (await readdir(modelsDir)).filter((name) => name.startsWith(MAKING));
  for (const folder of names.map((name) => join(modelsDir, name)))
    if ((await lastWritten(folder)) < Date.now() - LEFT_BEHIND)
      await rm(folder, { recursive: true, force: true });
};

/** Moves a folder to where another one may be, which is moved out of the way as a whole and then removed. */
const putInPlace = async (making: string, target: string): Promise<void> => {
  for (let round = 1; ; round += 1) {
    try {
      await rename(making, target);
      return;
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST', 'EPERM'].includes(codeOf(error) ?? '') || round === ROUNDS) throw error;
    }
    const replaced = `${making}-${round}`;
    await rename(target, replaced).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') throw error;
    });
    await rm(replaced, { recursive: true, force: true });
  }
};

/** What a full disk, a folder that must not be written or a file that cannot be read is called. */
const explained = (error: unknown, modelsDir: string): unknown => {
  const code = codeOf(error);
  if (error instanceof Failure || code === undefined || code === 'ABORT_ERR') return error;
  return problem(
    'unavailable',
    `The model cannot be written to ${modelsDir} or read from where it lies (${code}). Nothing was installed.`,
    error,
  );
};

const install = async (spec: InstallableModel, options: InstallOptions): Promise<string> => {
  const { modelsDir, source, signal, onProgress = () => {} } = options;
  const target = join(modelsDir, spec.model);
  await mkdir(dirname(target), { recursive: true });
  await removeLeftBehind(modelsDir);
  const making = await mkdtemp(join(modelsDir, MAKING));
  try {
    let done = 0;
    for (const file of spec.files) {
      const content = await openSource(spec, file, source, signal);
      await writeChecked(content, file, join(making, file.path), (count) => {
        done += count;
        onProgress(done);
      });
    }
    await putInPlace(making, target);
    return target;
  } finally {
    await rm(making, { recursive: true, force: true });
  }
};

/**
 * Puts a model into its folder under `modelsDir`, whole or not at all: files are written beside it, checked by size and
 * SHA-256, and moved into place together. A model that is there already is replaced. What a killed installation left
 * behind is removed by a later one.
 *
 * Rejects with `external_api_error` when a file cannot be had or is another one, `validation_error` when a folder does not
 * hold it, and `unavailable` when it cannot be read or written.
 */
export const installModel = async (spec: InstallableModel, options: InstallOptions): Promise<string> => {
  try {
    return await install(spec, options);
  } catch (error) {
    throw explained(error, options.modelsDir);
  }
};
