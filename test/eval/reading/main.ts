import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { Failure } from '../../../domain/kernel/failure.ts';
import { findProgram } from '../../../infra/reading/text-extraction/find-program.ts';
import { createTextExtractor } from '../../../infra/reading/text-extraction/text-extractor.ts';
import { listPdfs } from '../list-pdfs.ts';
import { type DocumentReading, measureReading, readingFaults } from './measure-reading.ts';

// Measures how the PDFs in folders are read: titles, tables, characters, and the words that pdftotext finds (if it is
// installed). Ends with 1 if a title is faulty or a passage has a private-use character.
// Usage: npm run eval:reading -- <every nth file> <folder> …
const [every = '1', ...folders] = process.argv.slice(2);
const usage = 'Usage: npm run eval:reading -- <every nth file, 1 for all> <folder> …';
const mostListed = 40;
/** Files are listed when they lack more of pdftotext's words than this share. */
const listedBelow = 0.97;
const refused = new Set(['number', 'item', 'dose', 'fragment', 'private']);

const execute = promisify(execFile);
const pdftotext = await findProgram(['pdftotext']);
const expectedOf = async (path: string): Promise<string | undefined> =>
  pdftotext === undefined
    ? undefined
    : (await execute(pdftotext, ['-enc', 'UTF-8', path, '-'], { maxBuffer: 2 ** 28 })).stdout;

type MeasuredFile = { readonly file: string; readonly reading: DocumentReading };

const print = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

const recallOf = (readings: readonly DocumentReading[]): number | undefined => {
  const words = readings.reduce((sum, { recall }) => sum + (recall?.words ?? 0), 0);
  const missing = readings.reduce((sum, { recall }) => sum + (recall?.missing.length ?? 0), 0);
  return words === 0 ? undefined : 1 - missing / words;
};

/** Prints the figures of a folder and the places of its faults; returns true if it has refused ones. */
const printFolder = (folder: string, files: readonly MeasuredFile[]): boolean => {
  const readings = files.map(({ reading }) => reading);
  for (const { file, reading } of files) {
    const share = recallOf([reading]);
    if (share !== undefined && share < listedBelow)
      print(`${file}: ${percent(share)} of words, without ${reading.recall?.missing.slice(0, 15).join(' ')}`);
  }
  const counts = readingFaults.map((kind) => {
    const places = files.flatMap(({ file, reading }) =>
      reading.faults.flatMap((fault) => (fault.kind === kind ? [`${kind}: ${file}: ${fault.at}`] : [])),
    );
    for (const place of places.slice(0, mostListed)) print(place);
    return [kind, places.length] as const;
  });
  const sum = (value: (reading: DocumentReading) => number): number =>
    readings.reduce((total, reading) => total + value(reading), 0);
  const recall = recallOf(readings);
  print(
    `${basename(folder)}: ${JSON.stringify({
      files: files.length,
      passages: sum(({ passages }) => passages),
      tables: sum(({ tables }) => tables),
      ...Object.fromEntries(counts),
      'words of pdftotext': recall === undefined ? 'not measured' : percent(recall),
    })}`,
  );
  return counts.some(([kind, count]) => refused.has(kind) && count > 0);
};

if (folders.length === 0 || !/^[1-9]\d{0,4}$/.test(every)) {
  print(usage);
  process.exit(1);
}
// Without OCR: its words are not those of the file, and it costs minutes.
const extractor = createTextExtractor({ tesseract: 'none' });
let isFaulty = false;
for (const folder of folders) {
  const files: MeasuredFile[] = [];
  for (const file of listPdfs(folder).filter((_, index) => index % Number(every) === 0)) {
    const path = join(folder, file);
    try {
      const read = await extractor.extract(readFileSync(path), 'pdf');
      files.push({ file, reading: measureReading(read, await expectedOf(path)) });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      print(`${file} was not read: ${error.message}`);
    }
  }
  if (printFolder(folder, files)) isFaulty = true;
}
await extractor.close();
if (isFaulty) process.exitCode = 1;
