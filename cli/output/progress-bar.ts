import type { GenericFormatter, Options } from 'cli-progress';
import { withoutControls } from '../plain-text.ts';
import type { Terminal } from './terminal.ts';
import { textWidth } from './text-width.ts';

/** The limits of a bar's width: a shorter bar shows too little, a longer one nothing more. */
const LEAST_BAR = 10;
const MOST_BAR = 40;

type ProgressLine = {
  readonly name: string;
  /** From 0 to 1. */
  readonly done: number;
  /** The facts, most important first. */
  readonly facts: readonly string[];
};

/**
 * Formats a line of progress that fits a window: the bar gets the columns that the facts leave. If these are too few, the
 * last facts are omitted, then the bar: a terminal would cut through a number.
 */
export const progressLine = ({ name, done, facts }: ProgressLine, width: number): string => {
  const percentage = `${Math.floor(done * 100)} %`.padStart(5);
  // Leaves the last column free, because a full line would leave the cursor there.
  const room = width - 1 - textWidth(`${name} ${percentage}`);
  const withBar = (count: number): string | undefined => {
    const remark = count === 0 ? '' : `  ${facts.slice(0, count).join(', ')}`;
    const bar = Math.min(MOST_BAR, room - 1 - textWidth(remark));
    if (bar < LEAST_BAR) return undefined;
    const full = Math.round(bar * done);
    return `${name} ${'█'.repeat(full)}${'░'.repeat(bar - full)} ${percentage}${remark}`;
  };
  for (let count = facts.length; count >= 0; count -= 1) {
    const line = withBar(count);
    if (line !== undefined) return line;
  }
  return `${name} ${percentage}`.slice(0, Math.max(0, width - 1));
};

/** The text next to a bar: `name` and `facts`. */
export type ProgressPayload = Pick<ProgressLine, 'name' | 'facts'>;

/** The options of progress bars on this terminal; the payload of each is a `ProgressPayload`. */
export const barOptions = (stream: NodeJS.WritableStream, terminal: Pick<Terminal, 'remarks' | 'width'>) => {
  const format: GenericFormatter = (_options, { progress }, { name, facts }: ProgressPayload) =>
    // Reads the width each time, because the window can be resized.
    progressLine(
      {
        name: withoutControls(name, false),
        facts: facts.map((fact) => withoutControls(fact, false)),
        done: progress,
      },
      terminal.remarks.columns || terminal.width,
    );
  return {
    stream,
    format,
    hideCursor: true,
    // The program handles Ctrl-C itself and finishes work in progress first.
    gracefulExit: false,
  } satisfies Options;
};
