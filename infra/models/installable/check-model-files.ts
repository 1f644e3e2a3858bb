import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { InstallableModel, ModelFile } from './installable-models.ts';

/** The SHA-256 of a file, in hexadecimal. */
const sha256OfFile = async (path: string): Promise<string> => {
  const hash = createHash('sha256');
  for await (const part of createReadStream(path)) hash.update(part);
  return hash.digest('hex');
};

/** The state of an installed model: absent, complete, or damaged in some files. */
export type ModelState =
  | { readonly state: 'absent' }
  | { readonly state: 'complete' }
  | { readonly state: 'damaged'; readonly files: readonly string[] };

const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    (found) => found.size,
    () => undefined,
  );

const isSound = async (folder: string, { path, bytes, sha256 }: ModelFile): Promise<boolean> =>
  (await sizeOf(join(folder, path))) === bytes && (await sha256OfFile(join(folder, path))) === sha256;

/** Verifies all files of a model in its folder by size and checksum. */
export const checkModelFiles = async (
  modelsDir: string,
  { model, files }: Pick<InstallableModel, 'model' | 'files'>,
): Promise<ModelState> => {
  const folder = join(modelsDir, model);
  const sizes = await Promise.all(files.map(({ path }) => sizeOf(join(folder, path))));
  if (sizes.every((size) => size === undefined)) return { state: 'absent' };
  const damaged: string[] = [];
  for (const file of files) if (!(await isSound(folder, file))) damaged.push(file.path);
  return damaged.length === 0 ? { state: 'complete' } : { state: 'damaged', files: damaged };
};
