import type { ServerPlace } from '../sends-to.ts';
import type { FileReading } from './text-of-file.ts';

/** The services of the file tools. Both are absent when no file server is configured. */
export type FileToolServices = {
  readonly server?: ServerPlace | undefined;
  readonly reading?: FileReading | undefined;
};
