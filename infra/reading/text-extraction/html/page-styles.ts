import type { CheerioAPI } from 'cheerio';
import type { Element } from 'domhandler';

/** The style properties that affect how text is read. Values are in lower case. */
const read: ReadonlySet<string> = new Set([
  'display',
  'visibility',
  'opacity',
  'font-size',
  'clip',
  'text-decoration',
  'text-decoration-line',
  'vertical-align',
]);

/** The relevant properties of an element. */
export type Style = ReadonlyMap<string, string>;
const noStyle: Style = new Map();

/** Most characters of style sheets, most rules, and most matches of rules with elements. */
const mostCharacters = 2_000_000;
const mostRules = 400;
const mostMatches = 200_000;

type Rule = { readonly selector: string; readonly style: Style; readonly weight: number };

const declarationsOf = (block: string): ReadonlyMap<string, { value: string; isImportant: boolean }> => {
  const found = new Map<string, { value: string; isImportant: boolean }>();
  for (const declaration of block.split(';')) {
    const colon = declaration.indexOf(':');
    const name = declaration.slice(0, Math.max(0, colon)).trim().toLowerCase();
    if (!read.has(name)) continue;
    const written = declaration
      .slice(colon + 1)
      .toLowerCase()
      .split('!');
    const [value = '', priority = ''] = written.map((part) => part.trim());
    const isImportant = priority === 'important';
    if (value === '' || (found.get(name)?.isImportant === true && !isImportant)) continue;
    found.set(name, { value, isImportant });
  }
  return found;
};

/** Computes the specificity from ids, then classes, then names; counts above nine are capped. */
const specificityOf = (selector: string): number => {
  const count = (pattern: RegExp): number => Math.min(9, selector.match(pattern)?.length ?? 0);
  return count(/#[\w-]/g) * 100 + count(/\.[\w-]|\[/g) * 10 + count(/(?<![\w.#-])[a-z][\w-]*/gi);
};

/** Parses the rules for a screen in its initial state; those for print, other widths or pointer states are skipped. */
const rulesOf = (sheet: string): readonly Rule[] => {
  const rules: Rule[] = [];
  const css = sheet.replace(/\/\*[\s\S]*?(?:\*\/|$)/g, ' ');
  /** For each open block, true when it is read. */
  const open: boolean[] = [];
  let start = 0;
  const brace = /[{}]/g;
  for (let found = brace.exec(css); found !== null && rules.length < mostRules; found = brace.exec(css)) {
    const between = css.slice(start, found.index);
    start = brace.lastIndex;
    if (found[0] === '}') {
      open.pop();
      continue;
    }
    const head = between.slice(between.lastIndexOf(';') + 1).trim();
    if (head.startsWith('@')) {
      const isOfScreen = /^@media\s+(?:only\s+)?(?:screen|all)\s*$|^@(?:layer|supports)\b/i.test(head);
      open.push(isOfScreen);
      continue;
    }
    const isRead = open.every((one) => one);
    open.push(isRead);
    const end = css.indexOf('}', start);
    const block = css.slice(start, end < 0 ? css.length : end);
    const declarations = isRead && !block.includes('{') ? declarationsOf(block) : new Map();
    if (declarations.size === 0) continue;
    for (const selector of head.split(',').map((one) => one.trim())) {
      if (selector === '' || /[:*&]/.test(selector) || selector.length > 200) continue;
      for (const [name, { value, isImportant }] of declarations)
        rules.push({
          selector,
          style: new Map([[name, value]]),
          weight: specificityOf(selector) + (isImportant ? 10_000 : 0),
        });
    }
  }
  return rules;
};

/**
 * Resolves the style of each element from the style sheets in the page and the inline styles: the greatest weight
 * wins, then the last, as in browsers. External style sheets are ignored.
 */
export const readPageStyles = ($: CheerioAPI): ((element: Element) => Style) => {
  const sheets = $('style')
    .filter((_, { attribs }) => /^\s*$|screen|all/i.test(attribs.media ?? ''))
    .get()
    .map((sheet) => $(sheet).text())
    .join('\n')
    .slice(0, mostCharacters);
  const styles = new Map<Element, Map<string, { value: string; weight: number }>>();
  const put = (element: Element, name: string, value: string, weight: number): void => {
    const own = styles.get(element) ?? new Map<string, { value: string; weight: number }>();
    styles.set(element, own);
    if ((own.get(name)?.weight ?? -1) <= weight) own.set(name, { value, weight });
  };
  let matches = 0;
  for (const { selector, style, weight } of rulesOf(sheets)) {
    let matched: readonly Element[] = [];
    try {
      matched = $(selector)
        .get()
        .flatMap((node) => (node.type === 'tag' ? [node] : []));
    } catch {
      // An unsupported or invalid selector: browsers skip it, too.
      continue;
    }
    matches += matched.length;
    if (matches > mostMatches) break;
    for (const element of matched) for (const [name, value] of style) put(element, name, value, weight);
  }
  for (const element of $('[style]').get())
    for (const [name, { value, isImportant }] of declarationsOf(element.attribs.style ?? ''))
      put(element, name, value, isImportant ? 20_000 : 5_000);
  const plain = new Map<Element, Style>(
    [...styles].map(([element, own]) => [
      element,
      new Map([...own].map(([name, { value }]) => [name, value])),
    ]),
  );
  return (element) => plain.get(element) ?? noStyle;
};
