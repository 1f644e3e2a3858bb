import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { GrayImage } from './gray-image.ts';
import type { OcrEngine, RecognizedText } from './ocr-engine.ts';

/** An engine that caches the text of each picture until the job is over, also over a crash. */
export type CachingOcr = OcrEngine & {
  /** Forgets what it read since the last time. Call it when a job has come to its end, whichever that is. */
  readonly forget: () => Promise<void>;
};

/** How long the pages of a job are kept that was not resumed, in milliseconds. */
const keptFor = 7 * 24 * 60 * 60 * 1000;

const rememberedSchema = z.object({ text: z.string(), confidence: z.number() });

/** What was read of a picture; `undefined` also when the file is torn, as after a loss of power. */
const recall = async (path: string): Promise<RecognizedText | undefined> => {
  try {
    return rememberedSchema.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch {
    return undefined;
  }
};

/** Removes the pages of jobs that were not resumed, such as cancelled ones. */
export const clearCachedPages = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (Date.now() - mtimeMs > keptFor) await rm(path, { force: true });
  }
};

/**
 * Keeps the text of each picture in a folder until the job is over: a scan of a thousand pages takes hours, and after
 * a crash it goes on at the page that was under way. A picture is recognised by its pixels, so the order of pages,
 * the file and the job do not matter; `engineName` keeps apart what different engines read.
 */
export const cachePages = (engine: OcrEngine, folder: string, engineName: string): CachingOcr => {
  const used = new Set<string>();

  const pathOf = ({ width, height, pixels }: GrayImage): string => {
    const key = createHash('sha256').update(`${engineName}\n${width} ${height}\n`).update(pixels);
    return join(folder, `${key.digest('hex')}.json`);
  };
  /** A page that cannot be remembered costs time after a crash, no more. */
  const remember = async (path: string, recognized: RecognizedText): Promise<void> => {
    const temporary = join(folder, randomUUID());
    try {
      await writeFile(temporary, JSON.stringify(recognized), { flag: 'wx', mode: 0o600 });
      await rename(temporary, path);
    } catch {
      await rm(temporary, { force: true }).catch(() => {});
    }
  };

  return {
    recognize: async (image) => {
      const path = pathOf(image);
      used.add(path);
      const known = await recall(path);
      if (known) return known;
      const recognized = await engine.recognize(image);
      if (typeof recognized === 'object') await remember(path, recognized);
      return recognized;
    },
    forget: async () => {
      const paths = [...used];
      used.clear();
      await Promise.all(paths.map((path) => rm(path, { force: true }).catch(() => {})));
    },
  };
};
