import type { Readable } from 'node:stream';

/** Collects the text of streams in order of arrival. Returns a function for the text so far. */
export const collectText = (...streams: readonly Readable[]): (() => string) => {
  let text = '';
  for (const stream of streams)
    stream.setEncoding('utf8').on('data', (part: string) => {
      text += part;
    });
  return () => text;
};
