import { SingleBar } from 'cli-progress';
import type { Terminal } from '../output/terminal.ts';

type ProgressDisplay = {
  readonly show: (phase: string, done: number, total: number, remark?: string) => void;
  readonly stop: () => void;
};

const asLines = (terminal: Terminal): ProgressDisplay => {
  let shown = '';
  return {
    show: (phase, done, total, remark = '') => {
      // Without a terminal a line for every tenth is enough.
      const tenth = `${phase} ${total === 0 ? 100 : Math.floor((done / total) * 10) * 10} %`;
      if (tenth === shown) return;
      shown = tenth;
      terminal.note(`${tenth}${remark === '' ? '' : `, ${remark}`}`);
    },
    stop: () => {},
  };
};

const asBar = (stream: NodeJS.WritableStream): ProgressDisplay => {
  let bar: SingleBar | undefined;
  let current = '';
  const begin = (phase: string, total: number): SingleBar => {
    bar?.stop();
    const next = new SingleBar({
      stream,
      format: `${phase.padEnd(10)} {bar} {percentage} %  {remark}`,
      barCompleteChar: '█',
      barIncompleteChar: '░',
      hideCursor: true,
      gracefulExit: false,
    });
    next.start(Math.max(total, 1), 0, { remark: '' });
    return next;
  };
  return {
    show: (phase, done, total, remark = '') => {
      if (bar === undefined || phase !== current) bar = begin(phase, total);
      current = phase;
      bar.update(done, { remark });
    },
    stop: () => bar?.stop(),
  };
};

/** Shows how a long piece of work goes: as a moving bar on a terminal, else as lines. */
export const showProgress = (terminal: Terminal): ProgressDisplay =>
  terminal.bars ? asBar(terminal.bars) : asLines(terminal);
