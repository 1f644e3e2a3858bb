import type { CheerioAPI } from 'cheerio';
import type { AnyNode, ChildNode, Element } from 'domhandler';
import type { LeftOut } from '../../../../domain/knowledge/left-out.ts';
import type { Style } from './page-styles.ts';

const struckByName: ReadonlySet<string> = new Set(['s', 'del', 'strike']);
/** The text inside these is never text of the page, visible or not. */
const noText: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'head', 'title']);
/** Never hidden: scripts may show the page only after they have run. */
const whole: ReadonlySet<string> = new Set(['html', 'body']);

const isZero = (value: string | undefined): boolean =>
  value !== undefined && /^0*(?:\.0*)?(?:px|pt|em|rem|%)?$/.test(value) && /0/.test(value);

const isHidden = ({ name, attribs }: Element, style: Style): boolean => {
  if (whole.has(name)) return false;
  if (name === 'dialog' && attribs.open === undefined) return style.get('display') === undefined;
  const display = style.get('display');
  if (display === 'none') return true;
  if (attribs.hidden !== undefined && display === undefined) return true;
  return (
    isZero(style.get('opacity')) ||
    isZero(style.get('font-size')) ||
    /^rect\(\s*(?:0|1px)[\s,]/.test(style.get('clip') ?? '')
  );
};

const isStruck = ({ name }: Element, style: Style): boolean => {
  const decoration =
    `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`.trim();
  if (decoration !== '') return decoration.includes('line-through');
  return struckByName.has(name);
};

/** Returns the text below a node, without recursion: nesting is unbounded. */
const textBelow = (root: AnyNode): string => {
  const parts: string[] = [];
  const stack: AnyNode[] = [root];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.type === 'text') parts.push(node.data);
    else if ('children' in node && !(node.type === 'tag' && noText.has(node.name)))
      for (let index = node.children.length - 1; index >= 0; index -= 1) {
        const child = node.children[index];
        if (child !== undefined) stack.push(child);
      }
  }
  return parts.join('');
};

/** True for a source comment with words, other than conditional comments. */
const isRemark = (text: string): boolean => /\p{L}{3}/u.test(text) && !/^\[if|^<!\[|^\s*\[?endif/i.test(text);

/**
 * Removes invisible and struck-out content of a page, by its elements, inline styles and class rules.
 *
 * @returns the number of stretches of text removed
 */
export const removeInvisibleContent = ($: CheerioAPI, styleOf: (element: Element) => Style): LeftOut => {
  let [hidden, struck] = [0, 0];
  const removed: { readonly node: ChildNode; readonly isApart: boolean }[] = [];
  const stack: { readonly node: AnyNode; readonly isSeen: boolean }[] = $('body')
    .get()
    .map((node) => ({ node, isSeen: true }));
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const { node, isSeen } = next;
    if (node.type === 'comment') {
      if (isRemark(node.data)) hidden += 1;
      continue;
    }
    if (node.type === 'text') {
      if (isSeen) continue;
      if (node.data.trim() !== '') hidden += 1;
      removed.push({ node, isApart: true });
      continue;
    }
    if (!('children' in node)) continue;
    let seen = isSeen;
    if (node.type === 'tag') {
      if (noText.has(node.name)) continue;
      const style = styleOf(node);
      const isGone = isHidden(node, style);
      if (isGone || isStruck(node, style)) {
        const text = textBelow(node);
        if (text.trim() !== '' && isGone) hidden += 1;
        else if (text.trim() !== '') struck += 1;
        removed.push({ node, isApart: /\s/.test(text) });
        continue;
      }
      const visibility = style.get('visibility');
      if (visibility !== undefined && !whole.has(node.name))
        seen = visibility === 'inherit' ? isSeen : visibility === 'visible';
    }
    for (let index = node.children.length - 1; index >= 0; index -= 1) {
      const child = node.children[index];
      if (child !== undefined) stack.push({ node: child, isSeen: seen });
    }
  }
  // Keeps the words on both sides of a removed stretch apart.
  for (const { node, isApart } of removed)
    if (isApart) $(node).replaceWith(' ');
    else $(node).remove();
  return { hidden, struck };
};
