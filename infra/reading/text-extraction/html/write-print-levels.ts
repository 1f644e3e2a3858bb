import type { CheerioAPI } from 'cheerio';
import { type AnyNode, type Element, Text } from 'domhandler';
import type { MarkupElement } from '../../../../domain/language/markup/markup-node.ts';
import { mathText } from '../../../../domain/language/markup/math-text.ts';
import {
  type PrintLevel,
  type PrintPiece,
  writePrintLevels,
} from '../../../../domain/language/markup/print-levels.ts';
import { isBlock } from './block-elements.ts';
import type { Style } from './page-styles.ts';

/** Deepest nesting of a formula; anything deeper is cut off. */
const deepestFormula = 60;

const toMarkup = ({ name, attribs, children }: Element, depth = 0): MarkupElement => ({
  name,
  attributes: attribs,
  content:
    depth >= deepestFormula
      ? []
      : children.flatMap((node): readonly (MarkupElement | string)[] => {
          if (node.type === 'text') return [node.data];
          return node.type === 'tag' ? [toMarkup(node, depth + 1)] : [];
        }),
});

/** True when `vertical-align` moves text above or below the line: in cells and pictures it only aligns content. */
const movesText = (element: Element): boolean =>
  !isBlock(element) && !/^(?:t[dhr]|thead|tbody|tfoot|table|li|img|svg)$/.test(element.name);

const levelOf = (element: Element, style: Style): PrintLevel | undefined => {
  if (element.name === 'sup') return 'raised';
  if (element.name === 'sub') return 'lowered';
  const align = style.get('vertical-align');
  if (align === undefined || !movesText(element)) return undefined;
  if (align === 'super') return 'raised';
  if (align === 'sub') return 'lowered';
  const shift = /^(-?)(?:\d+\.?|\d*\.\d+)(?:em|ex|rem|px|pt|%)$/.exec(align);
  if (shift === null || Number.parseFloat(align) === 0) return undefined;
  return shift[1] === '-' ? 'lowered' : 'raised';
};

/** Returns the number of a Word note that a link such as `[3]` refers to. */
const noteNumber = (element: Element): string | undefined => {
  const { href = '', id = '' } = element.attribs;
  if (element.name !== 'a' || !/^#(?:foot|end)note-/.test(href) || !/note-ref-/.test(id)) return undefined;
  const [only] = element.children;
  return only?.type === 'text' ? /^\[(\d+)\]$/.exec(only.data)?.[1] : undefined;
};

/**
 * Rewrites the texts of a page so that superscripts and subscripts, by element or style, stay separate from the
 * adjacent text, and replaces formulas by their text. See `writePrintLevels`.
 */
export const writePagePrintLevels = ($: CheerioAPI, styleOf: (element: Element) => Style): void => {
  for (const formula of $('math').get())
    if (formula.type === 'tag') $(formula).replaceWith(new Text(mathText(toMarkup(formula))));

  const texts: (Text | undefined)[] = [];
  const pieces: PrintPiece[] = [];
  const endLine = (): void => {
    if (texts.at(-1) === undefined) return;
    texts.push(undefined);
    pieces.push({ text: '\n', level: 'line' });
  };
  /** Nodes to visit; `undefined` marks the end of a block. */
  const stack: ({ readonly node: AnyNode; readonly level: PrintLevel } | undefined)[] = $.root()
    .get()
    .map((node) => ({ node, level: 'line' }));
  while (stack.length > 0) {
    const next = stack.pop();
    if (next === undefined) {
      endLine();
      continue;
    }
    const { node, level } = next;
    if (node.type === 'text') {
      texts.push(node);
      pieces.push({ text: node.data, level });
    } else if ('children' in node && node.type !== 'script' && node.type !== 'style') {
      let inner = level;
      if (node.type === 'tag') {
        const number = noteNumber(node);
        if (number !== undefined) {
          const text = new Text(number);
          $(node).replaceWith(text);
          texts.push(text);
          pieces.push({ text: number, level: 'mark' });
          continue;
        }
        const ends = isBlock(node) || /^(?:br|li|t[dhr]|table|h[1-6]|ul|ol)$/.test(node.name);
        if (ends) {
          endLine();
          stack.push(undefined);
          inner = 'line';
        }
        inner = levelOf(node, styleOf(node)) ?? inner;
      }
      for (let index = node.children.length - 1; index >= 0; index -= 1) {
        const child = node.children[index];
        if (child !== undefined) stack.push({ node: child, level: inner });
      }
    }
  }
  for (const [index, text] of writePrintLevels(pieces).entries()) {
    const node = texts[index];
    if (node !== undefined) node.data = text;
  }
};
