import type { ToolCall } from '../../client/api.generated.ts';
import type { ApiClient } from '../../client/create-client.ts';
import { anySignal } from '../../ports/any-signal.ts';
import { CliError } from '../cli-error.ts';
import type { Terminal } from '../output/terminal.ts';
import { plainLine } from '../plain-text.ts';
import { printPrompt } from '../tools/print-tool-call.ts';
import type { LiveView } from './live-view.ts';

type Confirmation = NonNullable<ToolCall['confirmation']>;

/** Asks the person at the terminal. `undefined` without a terminal, or without an answer when the signal aborts. */
export type AskAtTerminal = (question: string, until: AbortSignal) => Promise<boolean | undefined>;

/** Prompts for the tool calls of a question that a person is waiting for. */
export type ToolPrompts = {
  /** Asks about a call after the earlier prompts are answered. Ignores a call that was passed before. */
  readonly ask: (confirmation: Confirmation) => void;
  /** Withdraws the prompt of a call that no longer awaits the person. */
  readonly settled: (toolCallId: string) => void;
};

type Needs = {
  readonly client: ApiClient;
  readonly terminal: Terminal;
  readonly view: Pick<LiveView, 'hold' | 'release'>;
  readonly askAtTerminal: AskAtTerminal;
  /** Aborts when the wait for the question ends. */
  readonly signal: AbortSignal;
};

/**
 * Asks a person to confirm the tool calls of their question, one at a time and with their exact arguments. Without a
 * terminal it prints the commands that answer. Everything goes to standard error, apart from the answer.
 */
export const createToolPrompts = ({ client, terminal, view, askAtTerminal, signal }: Needs): ToolPrompts => {
  const { note, noteStyle } = terminal;
  const open = new Map<string, AbortController>();
  let last: Promise<void> = Promise.resolve();

  const settle = async (confirmation: Confirmation, until: AbortSignal): Promise<void> => {
    if (until.aborted) return;
    view.hold();
    try {
      printPrompt(confirmation, { print: note, style: noteStyle });
      const { toolCallId, tool } = confirmation;
      const approved = await askAtTerminal('Do it?', until);
      if (approved !== undefined)
        await client.post('/api/commands/ConfirmTool', { body: { toolCallId, approved } });
      else if (!until.aborted) {
        note(`  npx anamnesis tools confirm ${toolCallId}`);
        note(`  npx anamnesis tools decline ${toolCallId}`);
      } else if (!signal.aborted) note(`\n${plainLine(tool)} no longer awaits your answer.`);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      if (!signal.aborted) note(error.message);
    } finally {
      view.release();
    }
  };

  return {
    ask: (confirmation) => {
      const { toolCallId, expiresAt } = confirmation;
      if (open.has(toolCallId)) return;
      const gone = new AbortController();
      open.set(toolCallId, gone);
      const left = AbortSignal.timeout(Math.max(Date.parse(expiresAt) - Date.now(), 1));
      const until = anySignal([gone.signal, left, signal]);
      last = last.then(() => settle(confirmation, until)).catch(() => {});
    },
    settled: (toolCallId) => open.get(toolCallId)?.abort(),
  };
};
