import { readdirSync } from 'node:fs';

/** The PDFs of a folder, sorted by name. Ends the program with a sentence if the folder cannot be read or has none. */
export const listPdfs = (folder: string): readonly string[] => {
  let names: readonly string[];
  try {
    names = readdirSync(folder);
  } catch {
    process.stderr.write(`${folder} is not a folder that can be read.\n`);
    process.exit(2);
  }
  const pdfs = names.filter((name) => name.toLowerCase().endsWith('.pdf')).sort();
  if (pdfs.length > 0) return pdfs;
  process.stderr.write(`There are no PDFs in ${folder}.\n`);
  process.exit(2);
};
