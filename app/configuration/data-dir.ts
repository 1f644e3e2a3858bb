const DEFAULT_DATA_DIR = './data';

/** The data directory that the environment names. What only looks for a server there needs no more of the configuration. */
export const dataDirOf = ({ DATA_DIR }: Readonly<Record<string, string | undefined>>): string =>
  DATA_DIR || DEFAULT_DATA_DIR;
