import type { QueryFrame } from '../api/query-frame.ts';
import { describeActivity, describeStep } from '../output/describe-step.ts';
import { createStreamedText } from '../output/stream-text.ts';
import type { Terminal } from '../output/terminal.ts';
import { plainText } from '../plain-text.ts';

/** Shows the progress of a question, and its answer while it is written. */
export type LiveView = {
  readonly show: (frame: QueryFrame) => void;
  /** Frees the screen for a prompt; no steps are shown until `release`. */
  readonly hold: () => void;
  readonly release: () => void;
  /** Clears the line of steps and ends the draft for good. Returns the shown draft; empty if there was none. */
  readonly close: () => string;
};

/** Moves to the beginning of the line and clears it (ECMA-48, EL). */
const CLEAR_LINE = '\r\u001b[2K';
const MAX_WIDTH = 100;

/** Shows steps on one changing line, and a draft as it grows. Shows neither when the output is not a terminal. */
export const createLiveView = (
  { bars, onScreen, results, note, width }: Terminal,
  tokens: boolean,
): LiveView => {
  const showsDraft = tokens && onScreen;
  let isClosed = false;
  let isHeld = false;
  let hasStep = false;
  let draft = '';
  let text: ReturnType<typeof createStreamedText> | undefined;

  const clearStep = (): void => {
    if (hasStep) bars?.write(CLEAR_LINE);
    hasStep = false;
  };
  const showStep = (line: string): void => {
    if (text !== undefined || isHeld || !bars) return;
    clearStep();
    // One column stays free: some terminals wrap when the last column is filled.
    bars.write(line.slice(0, width - 1));
    hasStep = true;
  };
  const endDraft = (): void => {
    text?.end();
    text = undefined;
  };
  const extend = (news: string): void => {
    clearStep();
    text ??= createStreamedText((part) => results.write(part), Math.min(width, MAX_WIDTH));
    text.push(plainText(news));
  };

  return {
    show: (frame) => {
      if (isClosed) return;
      if (frame.kind === 'progress') showStep(describeStep(frame.step));
      if (frame.kind === 'activity') showStep(describeActivity(frame.activity));
      if (frame.kind !== 'draft' || !showsDraft) return;
      const { from, text: piece } = frame.draft;
      const next = draft.slice(0, from) + piece;
      if (!next.startsWith(draft)) {
        clearStep();
        endDraft();
        note('The answer was rewritten:');
        draft = '';
      }
      extend(next.slice(draft.length));
      draft = next;
    },
    hold: () => {
      clearStep();
      isHeld = true;
    },
    release: () => {
      isHeld = false;
    },
    close: () => {
      isClosed = true;
      clearStep();
      endDraft();
      return draft;
    },
  };
};
