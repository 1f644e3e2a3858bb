import { readProgramVersion } from '../infra/installation/read-program-version.ts';

let version: Promise<string> | undefined;

/** The version of this program, read once. */
export const programVersion = (): Promise<string> => {
  version ??= readProgramVersion();
  return version;
};
