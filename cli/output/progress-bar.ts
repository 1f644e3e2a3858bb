import type { GenericFormatter, Options } from 'cli-progress';
import { withoutControls } from '../plain-text.ts';
import type { Terminal } from './terminal.ts';
import { textWidth } from './text-width.ts';

/** Columns of a bar: a shorter one shows too little, a longer one nothing more. */
const LEAST_BAR = 10;
const MOST_BAR = 40;

type ProgressLine = {
  readonly name: string;
  /** From 0 to 1. */
  readonly done: number;
  /** Facts in the order of what matters most. */
  readonly facts: readonly string[];
};

/**
 * A line of progress that fits a window: its bar gets the columns that the facts leave. Where these are too few, the last
 * facts are left out whole, then the bar: a terminal would cut through a number.
 */
export const progressLine = ({ name, done, facts }: ProgressLine, width: number): string => {
  const percentage = `${Math.floor(done * 100)} %`.padStart(5);
  // A line that ends in the last column would leave the cursor there.
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

/** What is shown beside a bar: `name` and `facts`. */
export type ProgressPayload = Pick<ProgressLine, 'name' | 'facts'>;

/** How moving bars look on this terminal; the payload of each is a `ProgressPayload`. */
export const barOptions = (stream: NodeJS.WritableStream, terminal: Pick<Terminal, 'remarks' | 'width'>) => {
  const format: GenericFormatter = (_options, { progress }, { name, facts }: ProgressPayload) =>
    // The window can change its size.
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
    // Ctrl-C is handled by the program, which lets what is under way end first.
    gracefulExit: false,
  } satisfies Options;
};
