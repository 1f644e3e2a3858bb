import { describe, expect, it } from 'vitest';
import { writeLogLines } from '../../../../infra/observability/write-log-lines.ts';

const failing = (code: string): Error => Object.assign(new Error(code), { code });

/** A log whose file accepts only a limited number of bytes. */
const openLog = (attempts = 3) => {
  const state = { room: Infinity, refusal: 'ENOSPC', calls: 0, written: '' };
  const log = writeLogLines(1, {
    attempts,
    write: (_, bytes) => {
      state.calls += 1;
      if (state.room === 0) throw failing(state.refusal);
      const taken = bytes.subarray(0, state.room);
      state.room -= taken.length;
      state.written += Buffer.from(taken).toString();
      return taken.length;
    },
  });
  const write = (...lines: string[]): void => {
    for (const line of lines) log.write(`${JSON.stringify({ line })}\n`);
  };
  return { state, write, lines: () => state.written.split('\n').slice(0, -1) };
};

describe('log lines', () => {
  it('are written one after the other', () => {
    const { write, lines } = openLog();
    write('a', 'b');
    expect(lines()).toEqual(['{"line":"a"}', '{"line":"b"}']);
  });

  it.each(['ENOSPC', 'EIO', 'EPIPE', 'EAGAIN'])(
    'are lost on %s, counted, and written again later',
    (code) => {
      const { state, write, lines } = openLog();
      write('a');
      state.room = 0;
      state.refusal = code;
      write('b', 'c');
      state.room = Infinity;
      write('d', 'e');
      const [first, lost, ...rest] = lines();
      expect(first).toBe('{"line":"a"}');
      expect(JSON.parse(lost ?? '')).toMatchObject({ level: 'warn', lines: 2 });
      expect(rest).toEqual(['{"line":"d"}', '{"line":"e"}']);
    },
  );

  it('stay whole after a truncated one', () => {
    const { state, write, lines } = openLog();
    state.room = 5;
    write('cut');
    state.room = Infinity;
    write('next');
    expect(lines()[0]).toBe('{"lin');
    expect(
      lines()
        .slice(1)
        .map((line) => JSON.parse(line)),
    ).toMatchObject([{ lines: 1 }, { line: 'next' }]);
  });

  it('wait once for the reader of a full pipe, and never after that', () => {
    const { state, write } = openLog(3);
    state.room = 0;
    state.refusal = 'EAGAIN';
    write('a');
    expect(state.calls).toBe(3);
    write('b', 'c');
    expect(state.calls).toBe(5);
  });
});
