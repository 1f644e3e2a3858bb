/** One file of a built web page. */
export type StaticFile = {
  readonly contentType: string;
  readonly bytes: number;
  /** The `ETag`, in quotes. */
  readonly entityTag: string;
  /** How the bytes are compressed, if they are. */
  readonly encoding?: 'br' | 'gzip';
  /** Whether its name changes with its content, so that caches may keep it forever. */
  readonly isImmutable: boolean;
  readonly open: () => AsyncIterable<Uint8Array>;
};

/** The files of a built web page. */
export type StaticFiles = {
  /**
   * The file at a path such as `/assets/main-1a2b.js`, in the best of the encodings that the client accepts; `undefined` if
   * there is none. Nothing outside the folder is ever found.
   */
  readonly find: (
    path: string,
    accepts: (encoding: 'br' | 'gzip') => boolean,
  ) => Promise<StaticFile | undefined>;
};
