import type { AnyNode, Element } from 'domhandler';
import type { OfficeXml } from './office-xml.ts';

/** People do not nest formulas deeper; the caller treats a deeper one as damage. */
const deepest = 100;

/** Adds the brackets that anything but a single term needs next to an operator. */
const bracketed = (text: string): string => (/^[\p{L}\p{N}.,%µ°]*$/u.test(text) ? text : `(${text})`);

/**
 * Writes a Word formula (Office Math, ECMA-376, part 1, 22.1) on one line: `(weight × 20)/60`, `x^2`, `√(a)`. A
 * fraction keeps its slash, because 5 over 2 must not become 52.
 *
 * @throws RangeError when it is nested too deep
 */
export const mathToText = (xml: OfficeXml, formula: Element): string => {
  const { nameOf, attribute, child, children } = xml;

  const all = (nodes: readonly AnyNode[], depth: number): string =>
    nodes.map((node) => (node.type === 'tag' ? one(node, depth + 1) : '')).join('');
  const part = (element: Element, name: string, depth: number): string =>
    all(child(element, name)?.children ?? [], depth).trim();
  const property = (element: Element, properties: string, name: string, standard: string): string => {
    const found = child(child(element, properties), name);
    return found === undefined ? standard : (attribute(found, 'm:val') ?? '');
  };

  const one = (element: Element, depth: number): string => {
    if (depth > deepest) throw new RangeError('A formula is nested too deep.');
    const inside = (name: string): string => part(element, name, depth);
    switch (nameOf(element)) {
      case 'm:t':
      case 'w:t':
        return xml.$(element).text();
      case 'w:del':
      case 'w:moveFrom':
        return '';
      case 'm:f':
        return `${bracketed(inside('m:num'))}/${bracketed(inside('m:den'))}`;
      case 'm:sSup':
        return `${bracketed(inside('m:e'))}^${bracketed(inside('m:sup'))}`;
      case 'm:sSub':
        return `${bracketed(inside('m:e'))}_${bracketed(inside('m:sub'))}`;
      case 'm:sSubSup':
        return `${bracketed(inside('m:e'))}_${bracketed(inside('m:sub'))}^${bracketed(inside('m:sup'))}`;
      case 'm:rad':
        return `${inside('m:deg')}√(${inside('m:e')})`;
      case 'm:nary': {
        const lower = inside('m:sub');
        const upper = inside('m:sup');
        const sign = property(element, 'm:naryPr', 'm:chr', '∫');
        return `${sign}${lower === '' ? '' : `_${bracketed(lower)}`}${upper === '' ? '' : `^${bracketed(upper)}`} ${inside('m:e')}`;
      }
      case 'm:func':
        return `${inside('m:fName')} ${inside('m:e')}`;
      case 'm:d': {
        const [open, close] = [
          property(element, 'm:dPr', 'm:begChr', '('),
          property(element, 'm:dPr', 'm:endChr', ')'),
        ];
        const parts = children(element, 'm:e').map((inner) => all(inner.children, depth).trim());
        return `${open}${parts.join(property(element, 'm:dPr', 'm:sepChr', '|'))}${close}`;
      }
      case 'm:eqArr':
      case 'm:mr':
        return children(element, 'm:e')
          .map((inner) => all(inner.children, depth).trim())
          .join(nameOf(element) === 'm:mr' ? ', ' : '; ');
      case 'm:m':
        return `[${children(element, 'm:mr')
          .map((row) => one(row, depth + 1))
          .join('; ')}]`;
      default:
        return all(element.children, depth);
    }
  };
  return one(formula, 0).replace(/\s+/g, ' ').trim();
};
