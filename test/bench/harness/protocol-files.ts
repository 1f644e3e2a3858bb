import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { anaphylaxisPages } from '../../../scripts/samples/anaphylaxis-pdf.ts';
import { writePdf } from '../../../scripts/samples/write-pdf.ts';
import type { BenchFile } from './open-bench-application.ts';

const corpus = join(import.meta.dirname, '../../../../shared/corpus/la-county');

/** The requested number of PDF files: real protocols when the corpus exists, otherwise variations of a sample. */
export const protocolFiles = async (
  wanted: number,
): Promise<{ readonly files: readonly BenchFile[]; readonly origin: string }> => {
  const names = (await readdir(corpus).catch(() => [])).filter((name) => name.endsWith('.pdf')).sort();
  if (names.length > 0) {
    const step = Math.max(1, Math.floor(names.length / wanted));
    const chosen = names.filter((_, index) => index % step === 0).slice(0, wanted);
    const files = await Promise.all(
      chosen.map(async (name) => ({ name, bytes: new Uint8Array(await readFile(join(corpus, name))) })),
    );
    return { files, origin: `${files.length} real protocols of the ${names.length} in the corpus` };
  }
  const files = Array.from({ length: wanted }, (_, index) => ({
    name: `variation-${index}.pdf`,
    bytes: writePdf({
      pages: Array.from(
        { length: 10 },
        (_page, page) => anaphylaxisPages[page % anaphylaxisPages.length] ?? [],
      ).map((marks, page) => [...marks, { text: `Variation ${index}-${page}`, x: 250, y: 40, size: 9 }]),
    }),
  }));
  return {
    files,
    origin: `${files.length} variations of a sample of ten pages; the corpus of real protocols is not there`,
  };
};
