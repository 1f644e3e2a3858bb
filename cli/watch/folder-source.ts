import { realpath, stat } from 'node:fs/promises';
import { sep } from 'node:path';
import { describeSize } from '../../domain/kernel/describe-size.ts';
import { isWithinFolder } from '../../domain/kernel/is-within-folder.ts';
import { sidecarOf } from '../ingest/find-files.ts';
import { planIngest } from '../ingest/plan-ingest.ts';
import type { IngestInput, PlannedFile } from '../ingest/planned-file.ts';
import { stampOf } from './watch-state.ts';

/** A file that was found. Its `stamp` changes when the file, its metadata or the options change. */
type SeenFile = { readonly file: PlannedFile; readonly source: string; readonly stamp: string };

/** A file that is not ingested, with the reason. */
type LeftOut = { readonly label: string; readonly reason: string };

export type FolderContent = { readonly files: readonly SeenFile[]; readonly leftOut: readonly LeftOut[] };

type FolderOptions = {
  readonly metadata: Partial<IngestInput>;
  readonly keyFromPath: boolean;
  readonly maxBytes: number;
  readonly maxFiles: number;
};

const OUTWARD_LINK = 'It is a link to a folder or out of the folder.';

const look = (path: string) => stat(path).catch(() => undefined);

/** Scans a folder, or one file, once. Links that lead out of the folder and files that are too large are left out. */
export const scanFolder = async (
  folder: string,
  { metadata, keyFromPath, maxBytes, maxFiles }: FolderOptions,
): Promise<FolderContent> => {
  const { files: planned, rejected, links } = await planIngest([folder], { metadata, keyFromPath });
  const root = await realpath(folder);
  const leftOut: LeftOut[] = [
    ...rejected.map(({ label, reason }) => ({ label, reason })),
    ...links.map((label) => ({ label, reason: OUTWARD_LINK })),
  ];
  const files: SeenFile[] = [];
  for (const file of planned) {
    const { label, path } = file;
    const real = await realpath(path).catch(() => undefined);
    const about = real === undefined ? undefined : await look(real);
    // The file was removed since it was found.
    if (real === undefined || !about) continue;
    // The file may have been replaced since it was found. A file that was named itself is its own root.
    if (!isWithinFolder(root, real, sep)) leftOut.push({ label, reason: OUTWARD_LINK });
    else if (about.size > maxBytes)
      leftOut.push({ label, reason: `It is larger than ${describeSize(maxBytes)}.` });
    else if (files.length === maxFiles)
      leftOut.push({ label, reason: `There are more than ${maxFiles} files in the folder.` });
    // An empty file was probably just created and is about to be written, so it is skipped for now.
    else if (about.size > 0) {
      const sidecar = await look(sidecarOf(path));
      files.push({
        file: { ...file, path: real, size: about.size, found: { dev: about.dev, ino: about.ino } },
        source: real,
        stamp: stampOf(about.size, about.mtimeMs, about.ino, sidecar?.size, sidecar?.mtimeMs, file.input),
      });
    }
  }
  return { files, leftOut };
};
