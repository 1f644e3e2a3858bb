import { createCipheriv, createDecipheriv, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { deriveKey } from '../../../storage/key-vault/derive-key.ts';
import type { GrayImage } from './gray-image.ts';
import type { OcrEngine, RecognizedText } from './ocr-engine.ts';

/** An OCR engine that caches the text of each picture until the job is over, even across a crash. */
export type CachingOcr = OcrEngine & {
  /** Deletes the pages used since the last call. Call it when a job has ended, in any state. */
  readonly forget: () => Promise<void>;
};

/** Milliseconds to keep the pages of a job that was not resumed. */
const keptFor = 7 * 24 * 60 * 60 * 1000;

const rememberedSchema = z.object({ text: z.string(), confidence: z.number() });

const CIPHER = 'aes-256-gcm';
const IV_BYTES = 12;
const TAG_BYTES = 16;

/** Encrypts the text of a page, bound to its file name. */
const sealPage = (recognized: RecognizedText, key: Uint8Array, name: string): Uint8Array => {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(name));
  const sealed = cipher.update(JSON.stringify(recognized), 'utf8');
  return Buffer.concat([iv, sealed, cipher.final(), cipher.getAuthTag()]);
};

const openPage = (sealed: Uint8Array, key: Uint8Array, name: string): RecognizedText => {
  const end = sealed.byteLength - TAG_BYTES;
  const decipher = createDecipheriv(CIPHER, key, sealed.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(Buffer.from(name)).setAuthTag(sealed.subarray(end));
  const opened = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES, end)), decipher.final()]);
  return rememberedSchema.parse(JSON.parse(opened.toString('utf8')));
};

/** Reads a cached page; `undefined` also when the file is torn, for example by a power failure. */
const recall = async (path: string, key: Uint8Array): Promise<RecognizedText | undefined> => {
  try {
    return openPage(await readFile(path), key, basename(path));
  } catch {
    return undefined;
  }
};

type CachedPages = {
  readonly folder: string;
  /** Separates the results of different engines. */
  readonly engineName: string;
  /**
   * The document's own key, 32 bytes: without it, the pages cannot be read and a guess of a picture cannot be
   * confirmed.
   */
  readonly key: Uint8Array;
};

/** Removes the pages of jobs that were not resumed, such as cancelled ones, and the plaintext pages of old versions. */
export const clearCachedPages = async (folder: string): Promise<void> => {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }));
    if (name.endsWith('.json') || Date.now() - mtimeMs > keptFor) await rm(path, { force: true });
  }
};

/**
 * Keeps the text of each picture in a folder until the job is over: a scan of a thousand pages takes hours, and after
 * a crash OCR resumes at the page that was in progress. A picture is identified by its pixels, so the order of pages,
 * the version and the job do not matter. The files are encrypted, and their names are keyed hashes.
 */
export const cachePages = (engine: OcrEngine, { folder, engineName, key }: CachedPages): CachingOcr => {
  const used = new Set<string>();
  const derive = (purpose: string): Buffer => deriveKey(key, `anamnesis/scanned-page/v1/${purpose}`);
  const namingKey = derive('name');
  const sealingKey = derive('text');

  const pathOf = ({ width, height, pixels }: GrayImage): string => {
    const name = createHmac('sha256', namingKey).update(`${engineName}\n${width} ${height}\n`).update(pixels);
    return join(folder, `${name.digest('hex')}.page`);
  };
  /** Caches a page. A failure only costs time after a crash. */
  const remember = async (path: string, recognized: RecognizedText): Promise<void> => {
    const temporary = join(folder, randomUUID());
    try {
      const sealed = sealPage(recognized, sealingKey, basename(path));
      await writeFile(temporary, sealed, { flag: 'wx', mode: 0o600 });
      await rename(temporary, path);
    } catch {
      await rm(temporary, { force: true }).catch(() => {});
    }
  };

  return {
    recognize: async (image) => {
      const path = pathOf(image);
      used.add(path);
      const known = await recall(path, sealingKey);
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
