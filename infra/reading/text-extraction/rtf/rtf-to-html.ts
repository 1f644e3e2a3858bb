import type { LeftOutCount } from '../left-out-count.ts';
import { unreadableFile } from '../unreadable-file.ts';
import { encodingOfCharacterSet, encodingOfCodePage } from './rtf-encodings.ts';
import {
  beginAside,
  change,
  closeGroup,
  createRtfReading,
  flush,
  htmlOf,
  openGroup,
  outputOf,
  plainParagraph,
  plainRun,
  putBytes,
  putText,
  type RtfReading,
} from './rtf-reading.ts';
import { rtfTokens } from './rtf-tokens.ts';

/** Destinations without text. Others are recognized by their `\*`. */
const skipped: ReadonlySet<string> = new Set(
  (
    'colortbl pict filetbl listtable listoverridetable revtbl rsidtbl xmlnstbl generator nonshppict shprslt ' +
    'xe tc tcn txe rxe atnid atnauthor annotation atnref atndate bkmkstart bkmkend sp do nonesttables private mmathPict ' +
    'template keywords subject doccomm operator category manager company hlinkbase comment passwordhash themedata ' +
    'colorschememapping datastore latentstyles pgdsctbl fldtype datafield ffname ffdeftext panose falt objdata objclass'
  ).split(' '),
);
/** Destinations that are read although their `\*` allows skipping them. */
const readDespiteStar: ReadonlySet<string> = new Set(['shpinst', 'shptxt', 'footnote', 'shppict']);

/** Characters with control words of their own. */
const characters: Readonly<Record<string, string>> = {
  tab: ' ',
  line: '\n',
  softline: '\n',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
  qmspace: ' ',
  nestcell: ' ',
  '~': '\u00A0',
  _: '-',
  '\\': '\\',
  '{': '{',
  '}': '}',
};

const headingOf = (style: string): number | undefined => {
  const level = /^heading (\d)/i.exec(style)?.[1];
  if (level !== undefined) return Number(level) + 1;
  return /^title\b/i.test(style) ? 1 : undefined;
};

/** Most cells of a row. */
const mostCells = 200;

/** Handles a control word that sets the destination of its group. */
const beginDestination = (reading: RtfReading, name: string): boolean => {
  const wasStarred = reading.isStarred;
  reading.isStarred = false;
  const { destination } = reading.state;
  if (destination === 'skip') return true;
  if (name === 'fonttbl') change(reading, { destination: 'fonts' });
  else if (name === 'stylesheet') change(reading, { destination: 'styles' });
  else if (name === 'info') change(reading, { destination: 'about' });
  else if (destination === 'about' && (name === 'title' || name === 'author'))
    change(reading, { destination: name });
  else if (/^header[lrf]?$/.test(name)) beginAside(reading, 'header');
  else if (/^footer[lrf]?$/.test(name)) beginAside(reading, 'footer');
  else if (name === 'footnote') beginAside(reading, 'note');
  else if (name === 'shptxt' || name === 'dptxbxtext') beginAside(reading, 'box');
  else if (name === 'listtext' || name === 'pntext') change(reading, { destination: 'label' });
  else if (name === 'moMath') {
    reading.count.miss();
    change(reading, { destination: 'skip' });
  } else if (skipped.has(name) || (wasStarred && !readDespiteStar.has(name)))
    change(reading, { destination: 'skip' });
  else return false;
  return true;
};

/** Handles a control word for the formatting of text. */
const setRun = (reading: RtfReading, name: string, value: number | undefined): boolean => {
  const isOn = value !== 0;
  switch (name) {
    case 'f':
      change(reading, { font: value ?? 0 });
      reading.fontAt = value ?? 0;
      if (reading.state.destination === 'fonts' && !reading.fonts.has(reading.fontAt))
        reading.fonts.set(reading.fontAt, { name: '', encoding: undefined });
      break;
    case 'fcharset': {
      const font = reading.fonts.get(reading.fontAt);
      if (font !== undefined) font.encoding = encodingOfCharacterSet(value ?? 0);
      break;
    }
    case 'v':
      change(reading, { isHidden: isOn });
      break;
    case 'strike':
    case 'striked':
      change(reading, { isStruck: isOn });
      break;
    case 'deleted':
      change(reading, { isDeleted: isOn });
      break;
    case 'super':
      change(reading, { level: isOn ? 'raised' : undefined });
      break;
    case 'sub':
      change(reading, { level: isOn ? 'lowered' : undefined });
      break;
    case 'nosupersub':
      change(reading, { level: undefined });
      break;
    case 'up':
      change(reading, { shift: value ?? 6 });
      break;
    case 'dn':
      change(reading, { shift: -(value ?? 6) });
      break;
    case 'plain':
      change(reading, plainRun);
      break;
    default:
      return false;
  }
  return true;
};

const setStyle = (reading: RtfReading, style: number): void => {
  reading.styleAt = style;
  if (reading.state.destination !== 'styles')
    reading.paragraph = { ...reading.paragraph, heading: headingOf(reading.styles.get(style) ?? '') };
};

/** Handles a control word that sets the kind of a paragraph, or ends it. */
const setParagraph = (reading: RtfReading, name: string, value: number | undefined): boolean => {
  const { paragraph, state } = reading;
  switch (name) {
    case 'pard':
      reading.paragraph = plainParagraph;
      reading.listLevel = 0;
      break;
    case 's':
      setStyle(reading, value ?? 0);
      break;
    case 'outlinelevel':
      if (value !== undefined && value < 9 && state.destination === 'text')
        reading.paragraph = { ...paragraph, heading: paragraph.heading ?? value + 2 };
      break;
    case 'intbl':
      reading.paragraph = { ...paragraph, isInTable: true };
      break;
    case 'ls':
      reading.paragraph = { ...paragraph, listLevel: reading.listLevel };
      break;
    case 'ilvl':
      reading.listLevel = Math.max(0, value ?? 0);
      if (paragraph.listLevel !== undefined)
        reading.paragraph = { ...paragraph, listLevel: reading.listLevel };
      break;
    case 'par':
    case 'sect':
    case 'page':
      flush(reading);
      if (state.destination === 'text') outputOf(reading).endParagraph(paragraph);
      break;
    default:
      return false;
  }
  return true;
};

/** Handles a control word that defines a table row, or ends a cell or row. */
const setTable = (reading: RtfReading, name: string, value: number | undefined): boolean => {
  const { cell, cells } = reading;
  switch (name) {
    case 'trowd':
      reading.cells = [];
      reading.cell = { isBelow: false, isBeside: false };
      break;
    case 'clvmrg':
      reading.cell = { ...cell, isBelow: true };
      break;
    case 'clmrg':
      reading.cell = { ...cell, isBeside: true };
      break;
    case 'cellx':
      if (cells.length < mostCells) cells.push({ ...cell, end: value ?? 0 });
      reading.cell = { isBelow: false, isBeside: false };
      break;
    case 'cell':
      flush(reading);
      outputOf(reading).endCell(reading.paragraph);
      break;
    case 'row':
      flush(reading);
      outputOf(reading).endRow(cells);
      break;
    default:
      return false;
  }
  return true;
};

const setEncoding = (reading: RtfReading, name: string, value: number | undefined): void => {
  if (name === 'ansicpg') reading.encoding = encodingOfCodePage(value ?? 1252);
  else if (name === 'mac') reading.encoding = 'macroman';
  else if (name === 'pc') reading.encoding = 'cp437';
  else if (name === 'pca') reading.encoding = 'cp850';
  else if (name === 'uc')
    reading.state = { ...reading.state, fallback: Math.min(16, Math.max(0, value ?? 1)) };
};

/** Writes the number of a note at its reference, and again where the note begins. */
const writeNoteMark = (reading: RtfReading): void => {
  flush(reading);
  if (reading.state.destination !== 'text') return;
  const isInNote = [...reading.stack, reading.state].some(({ aside }) => aside === 'note');
  if (!isInNote) reading.noteNumber += 1;
  outputOf(reading).add(`<sup>${reading.noteNumber}</sup>`);
};

const readWord = (reading: RtfReading, name: string, value: number | undefined): void => {
  if (name === '*') {
    reading.isStarred = true;
    return;
  }
  if (beginDestination(reading, name)) return;
  if (name === 'u') {
    putText(reading, String.fromCharCode((value ?? 63) & 0xffff));
    reading.toSkip = reading.state.fallback;
    return;
  }
  reading.toSkip = 0;
  const character = characters[name];
  if (character !== undefined) putText(reading, character);
  else if (name === 'chftn') writeNoteMark(reading);
  else if (
    !setRun(reading, name, value) &&
    !setParagraph(reading, name, value) &&
    !setTable(reading, name, value)
  )
    setEncoding(reading, name, value);
};

/**
 * Converts an RTF file, whose bytes are the characters of `source`, to HTML.
 *
 * @throws Failure `nested_too_deep`, `file_damaged` for a truncated file
 */
export const rtfToHtml = (
  source: string,
  count: LeftOutCount,
): { readonly html: string; readonly title: string; readonly author: string } => {
  const reading = createRtfReading(count);
  let depth = 0;
  for (const token of rtfTokens(source)) {
    if (token.kind === 'open') {
      depth += 1;
      openGroup(reading);
    } else if (token.kind === 'close') {
      depth -= 1;
      closeGroup(reading);
      // Bytes that a transport appended are not part of the file.
      if (depth <= 0) break;
    } else if (token.kind === 'bytes') putBytes(reading, token.bytes);
    else readWord(reading, token.name, token.value);
  }
  if (depth > 0) throw unreadableFile('file_damaged');
  const { title, author } = reading.about;
  return { html: htmlOf(reading), title: title.trim(), author: author.trim() };
};
