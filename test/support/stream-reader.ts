import { createParser } from 'eventsource-parser';
import { expect } from 'vitest';

/** A frame as its reader got it. */
type Frame = {
  readonly id: string;
  readonly event: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into frames of every kind, and fail where they are another
  readonly data: any;
};

/** One who reads the stream of a query. */
export type StreamReader = {
  readonly frames: readonly Frame[];
  /** Everything as it came. */
  readonly raw: () => string;
  /** What is shown of the draft: cut and appended as its frames say. */
  readonly shown: () => string;
  /** Whether the server has ended it: properly, or in the middle. */
  readonly ending: () => 'whole' | 'broken' | undefined;
  readonly leave: () => void;
};

/** Opens a stream; fails when the answer is none. */
export const openStreamReader = async (
  url: string,
  headers: Readonly<Record<string, string>>,
): Promise<StreamReader> => {
  const left = new AbortController();
  const response = await fetch(url, { headers, signal: left.signal });
  expect(response.status).toBe(200);
  const { body } = response;
  if (!body) throw new Error('There is no body.');
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

/** Whether ids never go backwards: first by position, then by character. */
export const neverGoBackwards = (frames: readonly Pick<Frame, 'id'>[]): boolean => {
  const places = frames.map(({ id }) => id.split('.').map(Number));
  return places.every(([position = 0, characters = 0], index) => {
    const [before = 0, charactersBefore = 0] = places[index - 1] ?? [];
    return position > before || (position === before && characters >= charactersBefore);
  });
};
