import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readEventStream } from '../../../client/read-event-stream.ts';

const inPieces = async function* (bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
};

const read = (text: string, size: number) =>
  Array.fromAsync(readEventStream(inPieces(new TextEncoder().encode(text), size)));

describe('an event stream', () => {
  it('is parsed the same for any chunks, with the ids to resume from', async () => {
    const text =
      'retry: 2000\nid: 7\n\nid: 9\nevent: IndexingStarted\ndata: {"ü":1}\n\n: heartbeat\nid: 12\n\n';
    for (const size of [1, 2, 3, 7, text.length])
      expect(await read(text, size)).toEqual([
        { id: '7' },
        { id: '9' },
        { id: '9', event: { name: 'IndexingStarted', data: '{"ü":1}' } },
        { id: '12' },
      ]);
  });

  it('is parsed the same with each kind of line break', async () => {
    const lines = ['id: 1', 'event: a', 'data: one', 'data: two', '', 'data', '', ''];
    for (const line of ['\n', '\r\n', '\r']) {
      // The end of the last line is known only when something follows.
      const events = await read(`${lines.join(line)}:${line}`, 1);
      expect(events).toEqual([
        { id: '1' },
        { id: '1', event: { name: 'a', data: 'one\ntwo' } },
        { id: '1', event: { name: 'message', data: '' } },
      ]);
    }
  });

  it('is refused when an event consists of more and more empty lines', async () => {
    let pieces = 0;
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      const piece = new TextEncoder().encode('data\n'.repeat(10_000));
      for (; pieces < 1000; pieces += 1) yield piece;
    };
    await expect(Array.fromAsync(readEventStream(endless()))).rejects.toThrow(RangeError);
    expect(pieces).toBeLessThan(200);
  });

  it('returns the data of every event unchanged', async () => {
    const line = fc.string({ unit: 'grapheme' }).map((text) => text.replaceAll(/[\r\n]/g, ' '));
    await fc.assert(
      fc.asyncProperty(
        fc.array(line, { minLength: 1 }),
        fc.integer({ min: 1, max: 9 }),
        async (datas, size) => {
          const text = datas.map((data) => `data: ${data}\n\n`).join('');
          const events = await read(text, size);
          expect(events.map(({ event }) => event?.data)).toEqual(datas);
        },
      ),
    );
  });

  it('ignores an id that contains NUL and unknown fields', async () => {
    expect(await read('id: a\0b\nfoo: bar\ndata: x\n\n', 4)).toEqual([
      { id: '', event: { name: 'message', data: 'x' } },
    ]);
  });

  it('is given up when an event never ends', async () => {
    const endless = async function* (): AsyncGenerator<Uint8Array> {
      for (;;) yield new Uint8Array(100_000).fill(97);
    };
    await expect(Array.fromAsync(readEventStream(endless()))).rejects.toThrow(RangeError);
  });
});
