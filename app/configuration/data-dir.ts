const DEFAULT_DATA_DIR = './data';

/** The data directory that the environment names, all that is needed to look for a server there. */
export const dataDirOf = ({ DATA_DIR }: Readonly<Record<string, string | undefined>>): string =>
  DATA_DIR || DEFAULT_DATA_DIR;
