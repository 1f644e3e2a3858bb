import { createRequire } from 'node:module';
import type { ToolCall } from '../../client/api.generated.ts';
import { wrapText } from '../../domain/clinical-text/wrap-text.ts';
import { CliError } from '../cli-error.ts';
import { describeInstant } from '../output/describe-instant.ts';
import type { Terminal } from '../output/terminal.ts';
import { plainLine, plainText } from '../plain-text.ts';

const load = createRequire(import.meta.url);

/** Formats data as indented lines that fit the window, without control characters. */
const readable = (data: unknown, width: number): string => {
  // Loaded on demand, because "ask" and "chat" seldom show a call.
  const { stringify }: typeof import('yaml') = load('yaml');
  return plainText(stringify(data, { lineWidth: width }).trimEnd());
};

type Outcome = Pick<ToolCall, 'toolCallId' | 'status'> & {
  readonly result: NonNullable<ToolCall['result']>;
};

/**
 * Prints the outcome of a call.
 *
 * @throws CliError when it did not succeed
 */
export const printOutcome = ({ toolCallId, status, result }: Outcome, terminal: Terminal): void => {
  const { print, note, style, width } = terminal;
  if (result.result !== null) print(readable(result.result, width));
  const citations = result.citations ?? [];
  if (citations.length > 0) print(`\n${style('bold', 'Sources')}`);
  for (const [index, { sourceTitle, sourceType, sourceUrl }] of citations.entries()) {
    print(wrapText(`[${index + 1}] ${plainLine(sourceTitle)} (${plainLine(sourceType)})`, width, '  '));
    if (sourceUrl !== undefined) print(`      ${plainLine(sourceUrl)}`);
  }
  if (!result.success)
    throw new CliError(result.error ?? `The call is ${status}.`, {
      hint: `See "npx anamnesis tools calls ${toolCallId}".`,
    });
  note(`\n${result.toolName} took ${Math.round(result.executionTimeMs)} ms (call ${toolCallId}).`);
};

/** Prints the exact text that a person is asked to confirm. */
export const printPrompt = (
  { tool, prompt, expiresAt }: NonNullable<ToolCall['confirmation']>,
  { print, style }: Pick<Terminal, 'print' | 'style'>,
): void => {
  print(style('bold', `${tool} awaits your confirmation until ${describeInstant(expiresAt)}:`));
  // Lines are not wrapped: text that a person agrees to stays exactly as it is.
  for (const line of plainText(prompt).split('\n')) print(`  ${line}`);
};

const aligned = (rows: readonly (readonly [string, string | null])[]): readonly string[] => {
  const shown = rows.flatMap(([name, value]) => (value === null ? [] : [[name, value] as const]));
  const width = Math.max(...shown.map(([name]) => name.length)) + 2;
  return shown.map(([name, value]) => `${name.padEnd(width)}${value}`);
};

/** Prints all details of a call. */
export const printToolCall = (call: ToolCall, terminal: Terminal): void => {
  const { print, style, width } = terminal;
  const instant = (at: string | null): string | null => (at === null ? null : describeInstant(at));
  const facts = aligned([
    ['Call', call.toolCallId],
    ['Tool', call.tool],
    ['Status', call.status],
    ['For', plainLine(call.requestedBy)],
    ['From', call.origin],
    ['Question', call.queryId],
    ['Asked', instant(call.requestedAt)],
    ['Confirmed', instant(call.confirmedAt)],
    ['Started', instant(call.startedAt)],
    ['Ended', instant(call.endedAt)],
    ['Redacted', call.redacted ? 'data that must not leave the premises' : null],
  ]);
  for (const fact of facts) print(fact);
  print(`\n${style('bold', 'Arguments')}`);
  print(readable(call.arguments, width));
  if (call.status === 'awaiting_confirmation' && call.confirmation) {
    print();
    printPrompt(call.confirmation, terminal);
  }
  for (const { path, message } of call.rejection?.issues ?? [])
    print(wrapText(`${path === '' ? '(arguments)' : path}: ${message}`, width));
  if (!call.result) return;
  if (call.result.error !== null) print(`\n${wrapText(plainText(call.result.error), width)}`);
  if (call.result.result === null) return;
  print(`\n${style('bold', 'Result')}`);
  print(readable(call.result.result, width));
};
