import type { LeftOut } from '../../../../domain/knowledge/left-out.ts';
import { type PrintLevel, writePrintLevels } from '../../../../domain/language/markup/print-levels.ts';

/** Code is shown verbatim. */
const fence = /^\s{0,3}(?:```|~~~)/;
const code = /`[^`\n]{1,500}`/g;

const remark = /<!--(?:(?!-->)[\s\S]){0,20000}(?:-->|$)/g;
const struck =
  /~~(?=[^\s~])((?:(?!~~|\n[ \t]*\n)[\s\S]){0,2000}?[^\s~])~~(?!~)|<(s|del|strike)>((?:(?!<\/?\2>)[\s\S]){0,2000}?)<\/\2>/gi;
const hidden =
  /<(span|div|p)\s[^<>]{0,200}?(?:\bhidden\b|display\s*:\s*none|visibility\s*:\s*hidden)[^<>]{0,200}>((?:(?!<\/?\1\b)[\s\S]){0,5000}?)<\/\1>/gi;
const levelTag = /<(sup|sub)>([^<>\n]{1,60})<\/\1>/gi;

/** Writes raised and lowered digits so that they stay separate from adjacent numbers. */
const writeLevels = (line: string): string => {
  const pieces: { text: string; level: PrintLevel }[] = [];
  let from = 0;
  for (const { 0: whole, 1: tag = '', 2: text = '', index } of line.matchAll(levelTag)) {
    pieces.push({ text: line.slice(from, index), level: 'line' });
    pieces.push({ text, level: tag.toLowerCase() === 'sup' ? 'raised' : 'lowered' });
    from = index + whole.length;
  }
  if (pieces.length === 0) return line;
  return writePrintLevels([...pieces, { text: line.slice(from), level: 'line' }]).join('');
};

const readStretch = (text: string, count: { hidden: number; struck: number }): string => {
  // Code is replaced by placeholders with a character that the text cannot contain.
  const aside: string[] = [];
  const kept = text.replaceAll('\u0000', ' ').replace(code, (span) => `\u0000${aside.push(span) - 1}\u0000`);
  const seen = kept
    .replace(remark, (said) => {
      if (/\p{L}{3}/u.test(said)) count.hidden += 1;
      return '';
    })
    .replace(hidden, (_, __, inner: string) => {
      if (inner.trim() !== '') count.hidden += 1;
      return '';
    })
    .replace(struck, (_, tildes: string | undefined, __, tagged: string | undefined) => {
      const gone = tildes ?? tagged ?? '';
      if (gone.trim() !== '') count.struck += 1;
      return /\s/.test(gone) ? ' ' : '';
    });
  const read = seen.split('\n').map(writeLevels).join('\n');
  return read
    .split('\u0000')
    .map((part, at) => (at % 2 === 1 ? (aside[Number(part)] ?? part) : part))
    .join('');
};

/**
 * Applies the Markdown marks that change the meaning of text: struck-out and hidden text is removed, and raised and
 * lowered digits are kept apart. Code blocks stay as they are.
 */
export const readMarkdownMarks = (text: string): { readonly text: string; readonly leftOut: LeftOut } => {
  const count = { hidden: 0, struck: 0 };
  if (!/~~|<(?:sup|sub|s|del|strike|span|div|p|!--)/i.test(text)) return { text, leftOut: count };
  const parts: string[] = [];
  let stretch: string[] = [];
  let isCode = false;
  const flush = (): void => {
    if (stretch.length > 0) parts.push(isCode ? stretch.join('\n') : readStretch(stretch.join('\n'), count));
    stretch = [];
  };
  for (const line of text.split('\n')) {
    if (!fence.test(line)) stretch.push(line);
    else if (isCode) {
      stretch.push(line);
      flush();
      isCode = false;
    } else {
      flush();
      isCode = true;
      stretch.push(line);
    }
  }
  flush();
  return { text: parts.join('\n'), leftOut: count };
};
