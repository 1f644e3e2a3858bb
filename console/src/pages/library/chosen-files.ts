import type { DirectoryDropItem, DropItem } from 'react-aria-components/useDragAndDrop';
import type { Document } from '../../../../client/index.ts';
import type { ChosenFile, UploadInput } from '../../session/upload-store.ts';

/** What the person said of all files of an upload, as they typed it. */
export type SharedFields = {
  readonly sourceType: Document['sourceType'];
  readonly specialty: string;
  readonly agency: string;
  readonly containsPhi: boolean;
};

const SPECIALTY = /^[a-z][a-z0-9_]{0,63}$/;

/** Returns `undefined` while a specialty is not written as the server wants it. */
export const sharedInput = (fields: SharedFields): UploadInput | undefined => {
  const specialty = fields.specialty
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '');
  if (specialty.length > 20 || !specialty.every((word) => SPECIALTY.test(word))) return undefined;
  const { sourceType, containsPhi } = fields;
  const agency = fields.agency.trim();
  return { sourceType, specialty, containsPhi, agency: agency === '' ? undefined : agency };
};

/** Files that the system keeps in every folder; no one means to upload them. */
const isHidden = (name: string): boolean => name.startsWith('.') || name === 'Thumbs.db';

/** The longest path that the server accepts as the source of a key. */
const MAX_PATH = 1000;
const kept = (path: string): string | undefined => (path.length <= MAX_PATH ? path : undefined);

/** A file of a chosen folder, with its path. */
export const withPath = (file: File): ChosenFile => ({ file, path: kept(file.webkitRelativePath) });

async function* filesIn(folder: DirectoryDropItem, path: string): AsyncGenerator<ChosenFile> {
  for await (const entry of folder.getEntries()) {
    if (isHidden(entry.name)) continue;
    const inside = `${path}/${entry.name}`;
    if (entry.kind === 'directory') yield* filesIn(entry, inside);
    else yield { file: await entry.getFile(), path: kept(inside) };
  }
}

async function* filesAmong(items: readonly DropItem[]): AsyncGenerator<ChosenFile> {
  for (const item of items) {
    if (item.kind === 'directory') yield* filesIn(item, item.name);
    else if (item.kind === 'file') yield { file: await item.getFile(), path: undefined };
  }
}

/** The dropped files, and those in dropped folders: at most as many as given. */
export const filesOf = async (items: readonly DropItem[], most: number): Promise<readonly ChosenFile[]> => {
  const files: ChosenFile[] = [];
  for await (const file of filesAmong(items)) {
    files.push(file);
    if (files.length >= most) break;
  }
  return files;
};
