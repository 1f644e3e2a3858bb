import { wrapText } from '../../domain/clinical-text/wrap-text.ts';
import type { Severity } from '../../ports/doctor.ts';
import { plainLine } from '../plain-text.ts';
import type { Style, Terminal } from './terminal.ts';

/** The part of a finding that the terminal shows. */
export type ShownFinding = {
  readonly check: string;
  readonly severity: Severity;
  readonly message: string;
  readonly advice?: string | undefined;
};

/** Longer lines are hard to read. */
const MAX_WIDTH = 100;
const words: Readonly<Record<Severity, { readonly word: string; readonly style: Style }>> = {
  ok: { word: 'OK', style: 'green' },
  warning: { word: 'WARN', style: 'yellow' },
  error: { word: 'ERROR', style: 'red' },
};
const SEVERITY_WIDTH = 7;
const CHECK_WIDTH = 12;
const INDENT = ' '.repeat(SEVERITY_WIDTH + CHECK_WIDTH);

const indented = (text: string, width: number): readonly string[] =>
  wrapText(plainLine(text), Math.min(width, MAX_WIDTH), INDENT).split('\n');

/** Formats a finding for the window: severity, check, message, and the advice below. */
export const formatFinding = (
  { check, severity, message, advice }: ShownFinding,
  { style, width }: Pick<Terminal, 'style' | 'width'>,
): string => {
  const { word, style: colour } = words[severity];
  const [first = '', ...more] = indented(message, width);
  const head = `${style(colour, word.padEnd(SEVERITY_WIDTH))}${check.padEnd(CHECK_WIDTH)}${first.slice(INDENT.length)}`;
  return [head, ...more, ...(advice === undefined ? [] : indented(`→ ${advice}`, width))].join('\n');
};
