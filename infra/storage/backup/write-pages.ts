import { join } from 'node:path';
import { draftFile, type WrittenFile } from './durable-file.ts';
import { toLines } from './stored-lines.ts';

export type WrittenPages = WrittenFile & { readonly file: string; readonly count: number };

/** Writes pages of items durably, one item per line. */
export const writePages = async <Item extends object>(
  folder: string,
  file: string,
  pages: AsyncIterable<readonly Item[]>,
): Promise<WrittenPages> => {
  const path = join(folder, file);
  const draft = await draftFile(path);
  let count = 0;
  try {
    for await (const page of pages) {
      count += page.length;
      await draft.write(toLines(page));
    }
    return { file, ...(await draft.keep(path)), count };
  } finally {
    await draft.discard();
  }
};
