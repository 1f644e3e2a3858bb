import { writeSync } from 'node:fs';

/** Writes bytes to a file descriptor, and answers how many it took; throws what the system says. */
type WriteBytes = (fd: number, bytes: Uint8Array) => number;

export type LogLines = { readonly write: (line: string) => void };

/** Attempts at a pipe that is full, and milliseconds between two: a reader may be slow for two seconds, once. */
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
 * Writes lines to a file descriptor at once, so that what was logged before a crash is there. A line that cannot be
 * written, on a full disk or into a pipe that no one reads, is lost, and never holds the process up or ends it. Once
 * there is room again, a line says how many were lost.
 */
export const writeLogLines = (
  fd: number,
  {
    write = writeSync,
    attempts = ATTEMPTS,
  }: { readonly write?: WriteBytes; readonly attempts?: number } = {},
): LogLines => {
  let lost = 0;
  /** The last line was cut: what follows begins a line of its own. */
  let isCut = false;

  /** Whether all was written. Only the first line that finds a pipe full waits for its reader. */
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
