import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import { downloadFile } from '../outside/download-file.ts';
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

const problem = (code: 'validation_error' | 'external_api_error', message: string): Failure =>
  new Failure(failure(code, message, { component: 'models' }));

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** Model files as they lie in a folder: as in the hub, under the model's name, or flat, as browsers save them. */
const findIn = async (folder: string, model: string, path: string): Promise<string> => {
  const places = [join(folder, model, path), join(folder, path), join(folder, basename(path))];
  for (const place of places) if (await isThere(place)) return place;
  if (!(await isFolder(folder))) throw problem('validation_error', `${folder} is no folder.`);
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

/**
 * Puts a model into its folder under `modelsDir`, whole or not at all: files are written beside it, checked by size and
 * SHA-256, and moved into place together. A model that is there already is replaced.
 *
 * Rejects with `external_api_error` when a file cannot be had or is another one, and `validation_error` when a folder
 * does not hold it.
 */
export const installModel = async (spec: InstallableModel, options: InstallOptions): Promise<string> => {
  const { modelsDir, source, signal, onProgress = () => {} } = options;
  const target = join(modelsDir, spec.model);
  await mkdir(dirname(target), { recursive: true });
  const making = await mkdtemp(join(modelsDir, '.installing-'));
  try {
    let done = 0;
    for (const file of spec.files) {
      const content = await openSource(spec, file, source, signal);
      await writeChecked(content, file, join(making, file.path), (count) => {
        done += count;
        onProgress(done);
      });
    }
    await rm(target, { recursive: true, force: true });
    await rename(making, target);
    return target;
  } finally {
    await rm(making, { recursive: true, force: true });
  }
};
