import { strToU8, zipSync } from 'fflate';

/** 1 January 1980, the earliest date of a zip container: the same content gives the same bytes. */
const mtime = new Date(1980, 0, 1);

/** Writes a zip container of files by name. */
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
