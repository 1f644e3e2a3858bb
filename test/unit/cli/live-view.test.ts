import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import type { QueryFrame } from '../../../cli/api/query-frame.ts';
import { createLiveView } from '../../../cli/consult/live-view.ts';
import { createTerminal } from '../../../cli/output/terminal.ts';

const at = '2026-01-01T00:00:00.000Z';
const screened: QueryFrame = { kind: 'progress', step: { stage: 'screened', at, phiDetected: false } };
const called: QueryFrame = {
  kind: 'progress',
  step: { stage: 'model_called', at, attempt: 1, model: 'llama', where: 'local' },
};
const draft = (from: number, text: string, attempt = 1): QueryFrame => ({
  kind: 'draft',
  draft: { attempt, from, text },
});

const collecting = (isTTY: boolean) => {
  const written: string[] = [];
  const stream = Object.assign(
    new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        written.push(chunk.toString());
        done();
      },
    }),
    { isTTY, columns: 40 },
  );
  return { stream, written: () => written.join('') };
};

const viewOn = (screen: { out: boolean; err: boolean }, tokens = true) => {
  const out = collecting(screen.out);
  const err = collecting(screen.err);
  const terminal = createTerminal(out.stream, err.stream, { NO_COLOR: '1' });
  return { view: createLiveView(terminal, tokens), out: out.written, err: err.written };
};

describe('the live view of a question', () => {
  it('shows the steps on one line, and clears it for the streamed answer', () => {
    const { view, out, err } = viewOn({ out: true, err: true });
    view.show(screened);
    view.show(called);
    view.show(draft(0, 'Give oxygen '));
    view.show(draft(12, 'and reassess after five minutes.'));
    expect(view.close()).toBe('Give oxygen and reassess after five minutes.');
    expect(out()).toBe('Give oxygen and reassess after five\nminutes.\n');
    expect(err()).toBe('Reading the question …\r\u001b[2Kllama (on the premises) is writing …\r\u001b[2K');
  });

  it('shows a draft that arrives as a single piece', () => {
    const { view, out } = viewOn({ out: true, err: true });
    view.show(draft(0, 'Give oxygen'));
    view.show(draft(0, 'Give oxygen and reassess.'));
    view.close();
    expect(out()).toBe('Give oxygen and reassess.\n');
  });

  it('starts over with another attempt, and reports it', () => {
    const { view, out, err } = viewOn({ out: true, err: true });
    view.show(draft(0, 'Half an'));
    view.show(draft(0, 'Whole.', 2));
    expect(view.close()).toBe('Whole.');
    expect(out()).toBe('Half an\nWhole.\n');
    expect(err()).toBe('The answer was rewritten:\n');
  });

  it('shows nothing in a file or a pipe, and no draft with JSON output', () => {
    const piped = viewOn({ out: false, err: false });
    const json = viewOn({ out: true, err: true }, false);
    for (const { view } of [piped, json]) {
      view.show(called);
      view.show(draft(0, 'Give oxygen.'));
      expect(view.close()).toBe('');
    }
    expect([piped.out(), piped.err(), json.out()]).toEqual(['', '', '']);
  });

  it('shows nothing after the caller has left, and no control characters from a model', () => {
    const { view, out } = viewOn({ out: true, err: true });
    view.show(draft(0, 'Give\u001b[31m oxygen.'));
    view.close();
    view.show(draft(17, ' Later.'));
    expect(out()).toBe('Give[31m oxygen.\n');
  });
});
