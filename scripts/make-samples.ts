/** Writes the sample documents that are not plain text. The output is deterministic; run it after a change. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { anaphylaxisPages } from './samples/anaphylaxis-pdf.ts';
import { hypoglycemiaBlocks } from './samples/hypoglycemia-docx.ts';
import { writeDocx } from './samples/write-docx.ts';
import { writePdf } from './samples/write-pdf.ts';

const folder = join(import.meta.dirname, '..', 'samples');

const files: Readonly<Record<string, Uint8Array>> = {
  'pediatric-anaphylaxis.pdf': writePdf({
    title: 'Pediatric Anaphylaxis',
    author: 'Anamnesis samples',
    pages: anaphylaxisPages,
  }),
  'hypoglycemia.docx': writeDocx({
    title: 'Hypoglycemia',
    author: 'Anamnesis samples',
    blocks: hypoglycemiaBlocks,
  }),
};

for (const [name, content] of Object.entries(files)) {
  writeFileSync(join(folder, name), content);
  console.log(`${name}: ${content.length} bytes`);
}
