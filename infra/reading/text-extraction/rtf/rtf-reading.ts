import type { LeftOutCount } from '../left-out-count.ts';
import { spanHtml } from '../markup/html-writing.ts';
import { canBeRaised } from '../office/can-be-raised.ts';
import { unreadableFile } from '../unreadable-file.ts';
import { decodeBytes } from './rtf-encodings.ts';
import { type CellDefinition, createRtfOutput, type RtfOutput, type RtfParagraph } from './rtf-output.ts';

/** The kind of content of a group. */
type Destination =
  | 'text'
  | 'label'
  | 'skip'
  | 'fonts'
  | 'styles'
  | 'title'
  | 'author'
  | 'about'
  | 'instruction';

/** Parts of the text that are written separately. */
export type Aside = 'note' | 'header' | 'footer' | 'box';

/** The formatting of text until its group ends. */
export type RtfState = {
  readonly destination: Destination;
  readonly font: number;
  readonly isHidden: boolean;
  readonly isStruck: boolean;
  readonly isDeleted: boolean;
  readonly level: 'raised' | 'lowered' | undefined;
  /** Half-points above the baseline; negative if below. */
  readonly shift: number;
  /** Characters after `\u` that replace it in older programs. */
  readonly fallback: number;
  /** Set in the group that begins a separate part. */
  readonly aside: Aside | undefined;
};

/** The formatting after `\plain`. */
export const plainRun = { isHidden: false, isStruck: false, level: undefined, shift: 0 } as const;

const beginning: RtfState = {
  ...plainRun,
  destination: 'text',
  font: 0,
  isDeleted: false,
  fallback: 1,
  aside: undefined,
};

export const plainParagraph: RtfParagraph = { isInTable: false, heading: undefined, listLevel: undefined };

/** The state of reading a file, which each token changes. */
export type RtfReading = {
  readonly count: LeftOutCount;
  readonly fonts: Map<number, { name: string; encoding: string | undefined }>;
  readonly styles: Map<number, string>;
  readonly edges: { readonly header: Set<string>; readonly footer: Set<string> };
  readonly notes: string[];
  readonly about: { title: string; author: string };
  readonly outputs: RtfOutput[];
  readonly stack: RtfState[];
  state: RtfState;
  paragraph: RtfParagraph;
  listLevel: number;
  cells: CellDefinition[];
  cell: { readonly isBelow: boolean; readonly isBeside: boolean };
  encoding: string;
  /** Bytes and text since the last change of formatting. */
  bytes: string;
  text: string;
  /** Characters still to skip, because they replace one that was already read. */
  toSkip: number;
  noteNumber: number;
  /** The current entry of the font table and of the style sheet. */
  fontAt: number;
  styleAt: number;
  isStarred: boolean;
};

export const createRtfReading = (count: LeftOutCount): RtfReading => ({
  count,
  fonts: new Map(),
  styles: new Map(),
  edges: { header: new Set(), footer: new Set() },
  notes: [],
  about: { title: '', author: '' },
  outputs: [createRtfOutput()],
  stack: [],
  state: beginning,
  paragraph: plainParagraph,
  listLevel: 0,
  cells: [],
  cell: { isBelow: false, isBeside: false },
  encoding: 'windows-1252',
  bytes: '',
  text: '',
  toSkip: 0,
  noteNumber: 0,
  fontAt: 0,
  styleAt: 0,
  isStarred: false,
});

/** The current target of text. */
export const outputOf = ({ outputs }: RtfReading): RtfOutput => outputs.at(-1) ?? createRtfOutput();

const decode = (reading: RtfReading): void => {
  if (reading.bytes === '') return;
  const font = reading.fonts.get(reading.state.font);
  reading.text += decodeBytes(reading.bytes, font?.encoding ?? reading.encoding);
  reading.bytes = '';
};

const writeSpan = (reading: RtfReading, text: string): void => {
  const { state, fonts } = reading;
  if (state.isDeleted) return;
  const moved =
    state.shift !== 0 && canBeRaised(text)
      ? state.shift > 0
        ? ('raised' as const)
        : ('lowered' as const)
      : undefined;
  const html = spanHtml({
    text,
    isHidden: state.isHidden,
    isStruck: state.isStruck,
    level: state.level ?? moved,
    font: fonts.get(state.font)?.name,
  });
  if (state.destination === 'label') outputOf(reading).addLabel(html);
  else outputOf(reading).add(html);
};

/** Writes the text since the last change of formatting to its destination. */
export const flush = (reading: RtfReading): void => {
  decode(reading);
  const { text, fontAt, styleAt, about } = reading;
  if (text === '') return;
  reading.text = '';
  switch (reading.state.destination) {
    case 'fonts': {
      const font = reading.fonts.get(fontAt);
      if (font !== undefined) font.name = (font.name + text).split(';', 1)[0] ?? '';
      return;
    }
    case 'styles':
      reading.styles.set(styleAt, (reading.styles.get(styleAt) ?? '') + text);
      return;
    case 'title':
    case 'author':
      about[reading.state.destination] += text;
      return;
    case 'text':
    case 'label':
      writeSpan(reading, text);
      return;
    default:
  }
};

/** Adds a character that a control word names. */
export const putText = (reading: RtfReading, text: string): void => {
  decode(reading);
  reading.text += text;
};

export const putBytes = (reading: RtfReading, bytes: string): void => {
  const { destination } = reading.state;
  if (destination === 'skip' || destination === 'about') return;
  const skip = Math.min(reading.toSkip, bytes.length);
  reading.toSkip -= skip;
  reading.bytes += bytes.slice(skip);
};

/** Changes the formatting of the following text. */
export const change = (reading: RtfReading, changed: Partial<RtfState>): void => {
  flush(reading);
  reading.state = { ...reading.state, ...changed };
};

export const beginAside = (reading: RtfReading, aside: Aside): void => {
  change(reading, { ...plainRun, aside, destination: 'text', isDeleted: false });
  reading.outputs.push(createRtfOutput());
};

const endAside = (reading: RtfReading, aside: Aside | undefined): void => {
  if (aside === undefined || reading.outputs.length < 2) return;
  const html = reading.outputs.pop()?.result({ ...reading.paragraph, isInTable: false }) ?? '';
  if (html.trim() === '') return;
  if (aside === 'note') reading.notes.push(html);
  else if (aside === 'box') outputOf(reading).addBlock(html);
  else reading.edges[aside].add(html);
};

/** Programs do not nest groups deeper. */
const deepest = 1000;

/** @throws Failure `nested_too_deep` */
export const openGroup = (reading: RtfReading): void => {
  flush(reading);
  if (reading.stack.length > deepest) throw unreadableFile('nested_too_deep');
  reading.stack.push(reading.state);
  reading.state = { ...reading.state, aside: undefined };
  reading.isStarred = false;
};

export const closeGroup = (reading: RtfReading): void => {
  flush(reading);
  endAside(reading, reading.state.aside);
  reading.state = reading.stack.pop() ?? reading.state;
  reading.isStarred = false;
};

/** Returns the result as HTML: headers, text, notes, footers. */
export const htmlOf = (reading: RtfReading): string => {
  flush(reading);
  const { outputs, edges, notes, paragraph } = reading;
  const body = outputs[0]?.result(paragraph) ?? '';
  const own = notes.length === 0 ? '' : `<hr>\n${notes.join('\n')}`;
  return [...edges.header, body, own, ...edges.footer].join('\n');
};
