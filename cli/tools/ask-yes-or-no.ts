import { createInterface } from 'node:readline/promises';
import type { CliRun } from '../cli-run.ts';

/**
 * Asks the person at the terminal. `undefined` where there is none, or they do not answer before the signal aborts: only
 * what they type counts, and nothing but yes is a yes.
 */
export const askYesOrNo = async (
  question: string,
  { input, terminal, signal, interrupt }: CliRun,
  until: AbortSignal,
): Promise<boolean | undefined> => {
  if (input.isTTY !== true || terminal.bars === undefined) return undefined;
  const lines = createInterface({ input, output: terminal.bars });
  // While it asks, the terminal gives it Ctrl-C as a key: that is for the command.
  lines.on('SIGINT', interrupt);
  try {
    const said = await lines.question(`${question} [y/N] `, { signal: AbortSignal.any([signal, until]) });
    return /^y(?:es)?$/i.test(said.trim());
  } catch {
    return undefined;
  } finally {
    lines.close();
    input.pause();
  }
};
