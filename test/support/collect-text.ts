import type { Readable } from 'node:stream';

/** Gathers what streams say, in the order in which it comes. Answers what that is so far. */
export const collectText = (...streams: readonly Readable[]): (() => string) => {
  let text = '';
  for (const stream of streams)
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  return () => text;
};
