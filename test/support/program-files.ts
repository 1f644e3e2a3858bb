import { join } from 'node:path';

/** The environment variable that names the folder of the bundled programs, if `bundle-programs.ts` has made one. */
export const BUNDLED_PROGRAMS = 'ANAMNESIS_TEST_PROGRAMS';

export const programs = ['app/main.ts', 'cli/main.ts'] as const;
export type Program = (typeof programs)[number];

/** The name of a program's bundle, without its extension. */
export const bundleName = (program: Program): string => program.replaceAll('/', '-').replace(/\.ts$/, '');

/** The file that starts a program of this checkout: its bundle in the endurance tests, otherwise its source. */
export const programFile = (program: Program): string => {
  const folder = process.env[BUNDLED_PROGRAMS];
  return folder === undefined ? program : join(folder, `${bundleName(program)}.mjs`);
};
