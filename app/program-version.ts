import { readProgramVersion } from '../infra/installation/read-program-version.ts';

let version: Promise<string> | undefined;

/** Returns the version of this program, which is read only once. */
export const programVersion = (): Promise<string> => {
  version ??= readProgramVersion();
  return version;
};
