import type { CheerioAPI } from 'cheerio';
import type { AnyNode, ChildNode, Element } from 'domhandler';
import type { LeftOut } from '../../../../domain/knowledge/left-out.ts';
import type { Style } from './page-styles.ts';

const struckByName: ReadonlySet<string> = new Set(['s', 'del', 'strike']);
/** Their text is no text of the page, seen or not. */
const noText: ReadonlySet<string> = new Set(['script', 'style', 'template', 'noscript', 'head', 'title']);
/** Programs of a page may show the whole of it only when they have run. */
const whole: ReadonlySet<string> = new Set(['html', 'body']);

const isNought = (value: string | undefined): boolean =>
  value !== undefined && /^0*(?:\.0*)?(?:px|pt|em|rem|%)?$/.test(value) && /0/.test(value);

const isHidden = ({ name, attribs }: Element, style: Style): boolean => {
  if (whole.has(name)) return false;
  if (name === 'dialog' && attribs.open === undefined) return style.get('display') === undefined;
  const display = style.get('display');
  if (display === 'none') return true;
  if (attribs.hidden !== undefined && display === undefined) return true;
  return (
    isNought(style.get('opacity')) ||
    isNought(style.get('font-size')) ||
    /^rect\(\s*(?:0|1px)[\s,]/.test(style.get('clip') ?? '')
  );
};

const isStruck = ({ name }: Element, style: Style): boolean => {
  const decoration =
    `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`.trim();
  if (decoration !== '') return decoration.includes('line-through');
  return struckByName.has(name);
};

/** The text below a node, without recursion, since pages may be nested without end. */
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

/** A remark in the source that holds words; those of programs for other programs are none. */
const isRemark = (text: string): boolean => /\p{L}{3}/u.test(text) && !/^\[if|^<!\[|^\s*\[?endif/i.test(text);

/**
 * Takes away what a person does not see on a page, and what is struck out: by its elements, their styles and the rules
 * for their classes.
 *
 * @returns how many stretches with text were taken away
 */
export const leaveOutUnseen = ($: CheerioAPI, styleOf: (element: Element) => Style): LeftOut => {
  let [hidden, struck] = [0, 0];
  const gone: { readonly node: ChildNode; readonly isApart: boolean }[] = [];
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
      gone.push({ node, isApart: true });
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
        gone.push({ node, isApart: /\s/.test(text) });
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
  // Words on both sides of what is gone stay apart.
  for (const { node, isApart } of gone)
    if (isApart) $(node).replaceWith(' ');
    else $(node).remove();
  return { hidden, struck };
};
