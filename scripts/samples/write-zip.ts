import { strToU8, zipSync } from 'fflate';

/** 1 January 1980, the earliest date of a zip file. A fixed date makes the bytes depend only on the content. */
const mtime = new Date(1980, 0, 1);

/** Writes a zip file from files by name. */
export const writeZip = (files: Readonly<Record<string, Uint8Array | string>>): Uint8Array =>
  zipSync(
    Object.fromEntries(
      Object.entries(files).map(([name, content]) => [
        name,
        typeof content === 'string' ? strToU8(content) : content,
      ]),
    ),
    { mtime },
  );
