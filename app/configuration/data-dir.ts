const DEFAULT_DATA_DIR = './data';

/** The data directory from the environment. Separate from the full configuration, so that looking for a server is fast. */
export const dataDirOf = ({ DATA_DIR }: Readonly<Record<string, string | undefined>>): string =>
  DATA_DIR || DEFAULT_DATA_DIR;
