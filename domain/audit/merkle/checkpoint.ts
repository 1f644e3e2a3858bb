import { fromBase64, toBase64 } from './base64.ts';
import { HASH_BYTES, type Hash } from './tree-hasher.ts';

/** A checkpoint: how many events the log of an origin had, and the root of the tree over them. */
export type Checkpoint = { readonly origin: string; readonly size: number; readonly root: Hash };

/** The text of a checkpoint, which is signed as a note (C2SP tlog-checkpoint, "Note text"). */
export const checkpointText = ({ origin, size, root }: Checkpoint): string =>
  `${origin}\n${size}\n${toBase64(root)}\n`;

/** Reads the text of a checkpoint, which may have further lines; undefined if it is none. */
export const parseCheckpointText = (text: string): Checkpoint | undefined => {
  const [origin = '', sizeText = '', rootText = '', ...rest] = text.split('\n');
  const extensions = rest.slice(0, -1);
  if (rest.at(-1) !== '' || extensions.some((line) => line === '') || origin === '') return undefined;
  const size = /^(0|[1-9]\d{0,15})$/.test(sizeText) ? Number(sizeText) : Number.NaN;
  const root = fromBase64(rootText);
  return Number.isSafeInteger(size) && root?.length === HASH_BYTES ? { origin, size, root } : undefined;
};
