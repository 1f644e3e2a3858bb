import { spawn } from 'node:child_process';
import { findProgram } from '../find-program.ts';
import type { GrayImage } from './gray-image.ts';
import type { OcrEngine } from './ocr-engine.ts';
import { readTesseractTable } from './read-tesseract-table.ts';
import { toGraymap } from './to-graymap.ts';

/** Longest time for one page, in milliseconds. */
const pageTimeout = 60_000;
/** Most bytes of output for one page. */
const maxOutput = 16 * 1024 * 1024;

/** Finds the `tesseract` program on PATH; `undefined` if it is not installed. */
export const findTesseract = (path?: string): Promise<string | undefined> => findProgram(['tesseract'], path);

/** Variables that the program needs to run and to find its data: not the keys and tokens that others may hold. */
const passedOn = [
  'PATH',
  'HOME',
  'TMPDIR',
  'LANG',
  'LC_ALL',
  'LD_LIBRARY_PATH',
  'TESSDATA_PREFIX',
  'SystemRoot',
];

const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    passedOn.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );

const run = (program: string, image: GrayImage): Promise<string | undefined> =>
  new Promise((resolve) => {
    // One thread each: pages run in parallel across workers, not inside one.
    const child = spawn(program, ['stdin', 'stdout', '-l', 'eng', '--dpi', '300', '--psm', '3', 'tsv'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: { ...inherited(), OMP_THREAD_LIMIT: '1' },
      timeout: pageTimeout,
      killSignal: 'SIGKILL',
    });
    const parts: Buffer[] = [];
    let size = 0;
    child.stdout.on('data', (part: Buffer) => {
      size += part.length;
      if (size > maxOutput) child.kill('SIGKILL');
      else parts.push(part);
    });
    child.on('error', () => resolve(undefined));
    child.on('close', (code) => resolve(code === 0 ? Buffer.concat(parts).toString('utf8') : undefined));
    // A program that stops reading early closes the pipe; its exit code reports the failure.
    child.stdin.on('error', () => {});
    child.stdin.end(toGraymap(image));
  });

/** OCR by the installed tesseract program, one page at a time. */
export const createTesseract = (program: string): OcrEngine => ({
  recognize: async (image) => {
    const table = await run(program, image);
    return table === undefined ? 'failed' : (readTesseractTable(table) ?? 'nothing');
  },
});
