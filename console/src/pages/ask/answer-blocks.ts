/** A piece of a line: text, strong text, or the numbers of citations. */
export type Inline =
  | { readonly kind: 'text' | 'strong'; readonly text: string }
  | { readonly kind: 'marks'; readonly numbers: readonly number[] };

/** A block of an answer. */
export type AnswerBlock =
  /** The line above an excerpt that says where it comes from. */
  | { readonly kind: 'source'; readonly content: readonly Inline[] }
  | { readonly kind: 'paragraph'; readonly lines: readonly (readonly Inline[])[] }
  | {
      readonly kind: 'item';
      readonly depth: number;
      readonly marker: string;
      readonly content: readonly Inline[];
    }
  /** Something of the document is left out here. */
  | { readonly kind: 'gap' }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    };

const INLINE = /\[(\d{1,3}(?:, ?\d{1,3})*)\]|\*\*([^*\n]+)\*\*/g;
const SOURCE = /^\[\d{1,3}\] .*:$/;
const ITEM = /^(?<indent> {0,12})(?<marker>\d{1,3}[.)]|[a-z][.)]|[-•*–])[ \t]+(?<text>\S.*)$/;
const GAP = /^\s{0,12}\[(?:…|\.\.\.)\]$/;
const DELIMITER = /^[\s:|-]+$/;
const INDENT = 2;

/** Splits a line at the marks of citations that exist, and at strong text. Everything else is shown as it is. */
export const readInline = (line: string, known: ReadonlySet<number>): readonly Inline[] => {
  const pieces: Inline[] = [];
  let end = 0;
  for (const match of line.matchAll(INLINE)) {
    const [whole, numbers, strong] = match;
    const cited = numbers?.split(',').map(Number) ?? [];
    if (strong === undefined && !cited.every((n) => known.has(n))) continue;
    if (match.index > end) pieces.push({ kind: 'text', text: line.slice(end, match.index) });
    pieces.push(strong === undefined ? { kind: 'marks', numbers: cited } : { kind: 'strong', text: strong });
    end = match.index + whole.length;
  }
  if (end < line.length) pieces.push({ kind: 'text', text: line.slice(end) });
  return pieces;
};

const cellsOf = (line: string): readonly string[] =>
  line
    .trim()
    .replace(/^\|/, '')
    .replace(/\|$/, '')
    .split('|')
    .map((cell) => cell.trim());

const tableOf = (lines: readonly string[]): AnswerBlock => {
  const rows = lines.filter((line) => !DELIMITER.test(line)).map(cellsOf);
  return { kind: 'table', head: rows[0] ?? [], rows: rows.slice(1) };
};

const readLine = (line: string, known: ReadonlySet<number>): AnswerBlock => {
  if (GAP.test(line)) return { kind: 'gap' };
  if (SOURCE.test(line)) return { kind: 'source', content: readInline(line.slice(0, -1), known) };
  const { indent, marker, text } = ITEM.exec(line)?.groups ?? {};
  if (marker !== undefined && text !== undefined)
    return {
      kind: 'item',
      depth: Math.floor((indent ?? '').length / INDENT),
      marker,
      content: readInline(text, known),
    };
  return { kind: 'paragraph', lines: [readInline(line, known)] };
};

/**
 * Reads the text of an answer: source lines, steps, tables, gaps and paragraphs. Nothing in it is ever taken for markup, so
 * that neither a document nor a model can place any on the page.
 *
 * @param known the numbers of the answer's citations
 */
export const readAnswerBlocks = (answer: string, known: ReadonlySet<number>): readonly AnswerBlock[] => {
  const blocks: AnswerBlock[] = [];
  let table: string[] = [];
  let isContinued = false;
  const endTable = (): void => {
    if (table.length > 0) blocks.push(tableOf(table));
    table = [];
  };
  for (const line of answer.split('\n')) {
    if (line.trimStart().startsWith('|')) {
      table.push(line);
      isContinued = false;
      continue;
    }
    endTable();
    if (line.trim() === '') {
      isContinued = false;
      continue;
    }
    const block = readLine(line, known);
    const last = blocks.at(-1);
    if (isContinued && block.kind === 'paragraph' && last?.kind === 'paragraph')
      blocks[blocks.length - 1] = { kind: 'paragraph', lines: [...last.lines, ...block.lines] };
    else blocks.push(block);
    isContinued = block.kind === 'paragraph';
  }
  endTable();
  return blocks;
};
