import { createParser } from 'eventsource-parser';
import { expect } from 'vitest';

/** A frame as received. */
type Frame = {
  readonly id: string;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into frames of every kind, and fail where they are another
  readonly data: any;
};

/** A reader of a query's stream. */
export type StreamReader = {
  readonly frames: readonly Frame[];
  /** Everything received so far, unparsed. */
  readonly raw: () => string;
  /** The draft as displayed: truncated and appended according to the frames. */
  readonly shown: () => string;
  /** How the server has ended the stream: properly, or midway. */
  readonly ending: () => 'whole' | 'broken' | undefined;
  readonly leave: () => void;
};

/** Opens a stream; fails on any other response. */
export const openStreamReader = async (
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<StreamReader> => {
  const left = new AbortController();
  const response = await fetch(url, { headers, signal: left.signal });
  expect(response.status).toBe(200);
  const { body } = response;
  if (!body) throw new Error('The response has no body.');
  const frames: Frame[] = [];
  let raw = '';
  let shown = '';
  let ending: 'whole' | 'broken' | undefined;
  let id = '';
  const parser = createParser({
    onId: (next) => {
      id = next;
    },
    onEvent: ({ event = 'message', data }) => {
      const frame: Frame = { id, event, data: JSON.parse(data) };
      frames.push(frame);
      if (event === 'draft') shown = shown.slice(0, frame.data.from) + frame.data.text;
    },
  });
  const read = async (): Promise<void> => {
    const decoder = new TextDecoder();
    for await (const bytes of body) {
      const text = decoder.decode(bytes, { stream: true });
      raw += text;
      parser.feed(text);
    }
  };
  read().then(
    () => {
      ending = 'whole';
    },
    () => {
      ending = 'broken';
    },
  );
  return {
    frames,
    raw: () => raw,
    shown: () => shown,
    ending: () => ending,
    leave: () => left.abort(),
  };
};

/** Whether ids never decrease: first by position, then by character. */
export const neverDecrease = (frames: readonly Pick<Frame, 'id'>[]): boolean => {
  const places = frames.map(({ id }) => id.split('.').map(Number));
  return places.every(([position = 0, characters = 0], index) => {
    const [before = 0, charactersBefore = 0] = places[index - 1] ?? [];
    return position > before || (position === before && characters >= charactersBefore);
  });
};
