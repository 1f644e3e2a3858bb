import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Writes a fake tesseract that reads two pages and then waits while the folder contains a file `hold`. A page that is read
 * again, on a busy machine, counts once. Returns the folder of the program, for `PATH`.
 */
export const writePausingTesseract = async (folder: string): Promise<string> => {
  const row = ['5', '1', '1', '1', '1', '1', '0', '0', '9', '9', '90', '$word'].join('\\t');
  const programs = join(folder, 'programs');
  await mkdir(programs);
  await mkdir(join(folder, 'asked'));
  const program = join(programs, 'tesseract');
  await writeFile(
    program,
    `#!/bin/sh\npage=$(cksum | tr ' ' -)\n` +
      `if [ -e ${folder}/hold ]; then touch ${folder}/asked/$page\n` +
      `if [ "$(ls ${folder}/asked | wc -l)" -gt 2 ]; then while [ -e ${folder}/hold ]; do sleep 0.1; done; fi\nfi\n` +
      `for word in Give oxygen to the patient; do printf "${row}\\n"; done\n`,
  );
  await chmod(program, 0o755);
  return programs;
};
