import { SingleBar } from 'cli-progress';
import { barOptions, type ProgressPayload } from '../output/progress-bar.ts';
import type { Terminal } from '../output/terminal.ts';

type ProgressDisplay = {
  /** `facts`: the most important first. */
  readonly show: (phase: string, done: number, total: number, ...facts: readonly string[]) => void;
  readonly stop: () => void;
};

const asLines = (terminal: Terminal): ProgressDisplay => {
  let shown = '';
  return {
    show: (phase, done, total, ...facts) => {
      // Without a terminal, one line per 10 % is enough.
      const tenth = `${phase} ${total === 0 ? 100 : Math.floor((done / total) * 10) * 10} %`;
      if (tenth === shown) return;
      shown = tenth;
      terminal.note([tenth, ...facts].join(', '));
    },
    stop: () => {},
  };
};

const asBar = (stream: NodeJS.WritableStream, terminal: Terminal): ProgressDisplay => {
  let bar: SingleBar | undefined;
  let current = '';
  return {
    show: (phase, done, total, ...facts) => {
      const payload: ProgressPayload = { name: phase.padEnd(10), facts };
      if (bar === undefined || phase !== current) {
        bar?.stop();
        bar = new SingleBar(barOptions(stream, terminal));
        bar.start(Math.max(total, 1), 0, payload);
      }
      current = phase;
      bar.update(done, payload);
    },
    stop: () => bar?.stop(),
  };
};

/** Shows the progress of a long operation: a bar on a terminal, lines elsewhere. */
export const showProgress = (terminal: Terminal): ProgressDisplay =>
  terminal.bars ? asBar(terminal.bars, terminal) : asLines(terminal);
