import { createInterface } from 'node:readline/promises';
import { anySignal } from '../../ports/any-signal.ts';
import type { CliRun } from '../cli-run.ts';

/**
 * Asks the person at the terminal a yes-or-no question; only "y" and "yes" mean yes. `undefined` without a terminal, or
 * when they do not answer before a signal aborts.
 */
export const askYesOrNo = async (
  question: string,
  { input, terminal, signal, interrupt }: CliRun,
  until: AbortSignal,
): Promise<boolean | undefined> => {
  if (input.isTTY !== true || terminal.bars === undefined) return undefined;
  const lines = createInterface({ input, output: terminal.bars });
  // During a prompt, Ctrl-C arrives as a key press; it is meant for the command.
  lines.on('SIGINT', interrupt);
  try {
    const said = await lines.question(`${question} [y/N] `, { signal: anySignal([signal, until]) });
    return /^y(?:es)?$/i.test(said.trim());
  } catch {
    return undefined;
  } finally {
    lines.close();
    input.pause();
  }
};
