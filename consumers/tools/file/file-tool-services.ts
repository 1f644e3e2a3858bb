import type { ServerPlace } from '../sends-to.ts';
import type { FileReading } from './text-of-file.ts';

/** What the file tools work with. Both are absent where no file server is set up. */
export type FileToolServices = {
  readonly server?: ServerPlace | undefined;
  readonly reading?: FileReading | undefined;
};
