import { createParser } from 'eventsource-parser';
import { expect } from 'vitest';

type Frame = {
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into frames of every kind, and fail where they are another
  readonly data: any;
};

/** Reads a stream of events frame by frame; disconnects at the end of the scope. */
export const readFrames = async (url: string, token: string, lastEventId?: string) => {
  const left = new AbortController();
  const response = await fetch(url, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: left.signal,
  });
  expect(response.status).toBe(200);
  const frames: Frame[] = [];
  const parser = createParser({
    onEvent: ({ event = 'message', data }) => frames.push({ event, data: JSON.parse(data) }),
  });
  const decoder = new TextDecoder();
  const reader = response.body?.getReader();
  const more = async (): Promise<void> => {
    const piece = await reader?.read();
    if (piece === undefined || piece.done) throw new Error('The stream ended.');
    parser.feed(decoder.decode(piece.value, { stream: true }));
  };
  // The first frame shows that the server has started following.
  await more();
  return {
    next: async (): Promise<Frame> => {
      while (frames.length === 0) await more();
      const frame = frames.shift();
      if (!frame) throw new Error('There is no frame.');
      return frame;
    },
    [Symbol.asyncDispose]: async () => left.abort(),
  };
};
