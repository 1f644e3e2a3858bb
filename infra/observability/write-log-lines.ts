import { writeSync } from 'node:fs';

/** Writes bytes to a file descriptor and returns the number written; throws the system's error. */
type WriteBytes = (fd: number, bytes: Uint8Array) => number;

export type LogLines = { readonly write: (line: string) => void };

/**
 * Attempts at writing to a full pipe, and milliseconds between them: a slow reader is waited for once, for two seconds.
 */
const ATTEMPTS = 200;
const PAUSE_MS = 10;

const isFullPipe = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'EAGAIN' || error.code === 'EBUSY');

const pause = (milliseconds: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
};

const lostLines = (count: number): string =>
  `${JSON.stringify({
    level: 'warn',
    time: new Date().toISOString(),
    lines: count,
    message: 'Lines of the log could not be written and are lost.',
  })}\n`;

/**
 * Creates a writer of lines that writes synchronously, so that lines logged before a crash are not lost. A line that
 * cannot be written, on a full disk or into a pipe without a reader, is dropped, and never blocks or ends the process.
 * When writing succeeds again, a line reports how many were dropped.
 */
export const writeLogLines = (
  fd: number,
  {
    write = writeSync,
    attempts = ATTEMPTS,
  }: { readonly write?: WriteBytes; readonly attempts?: number } = {},
): LogLines => {
  let lost = 0;
  /** The last line was cut off, so the next one starts with a line break. */
  let isCut = false;

  /** Returns whether everything was written. Only the first line that meets a full pipe waits for its reader. */
  const put = (text: string): boolean => {
    let left: Uint8Array = Buffer.from(text);
    const patience = lost > 0 ? 1 : attempts;
    for (let attempt = 1; left.length > 0; ) {
      try {
        left = left.subarray(write(fd, left));
      } catch (error) {
        if (!isFullPipe(error) || attempt === patience) {
          isCut ||= left.length < Buffer.byteLength(text);
          return false;
        }
        attempt += 1;
        pause(PAUSE_MS);
      }
    }
    isCut = false;
    return true;
  };

  return {
    write: (line) => {
      const start = isCut ? '\n' : '';
      if (lost === 0 ? put(start + line) : put(start + lostLines(lost) + line)) lost = 0;
      else lost += 1;
    },
  };
};
