import { writeLowered, writeRaised } from '../raised-digits.ts';
import { elementsIn, localName, type MarkupElement } from './markup-node.ts';

/** The deepest nesting that is read; people do not nest formulas deeper, and the rest is left out. */
const deepest = 60;

const silent: ReadonlySet<string> = new Set([
  'annotation',
  'annotation-xml',
  'mphantom',
  'none',
  'maligngroup',
]);
const relations = /^[=≤≥<>≈≠≲≳→⇒]$/;

/** A single term stays unchanged; anything else needs brackets next to an operator. */
const bracketed = (text: string): string => (/^[\p{L}\p{N}.,%µ°′]*$/u.test(text) ? text : `(${text})`);

const tokenText = ({ content }: MarkupElement): string =>
  content
    .map((part) => (typeof part === 'string' ? part : ''))
    .join('')
    .replace(/\u2061|\u2063/g, '')
    .replace(/\u2062|\u2064/g, ' ')
    .replace(/\s+/g, ' ');

const raisedTo = (base: string, power: string): string => {
  if (/^[′″‴'*†‡§°]+$/.test(power)) return base + power;
  // No base: a mark, or the exponent of the text before this part of the formula.
  if (base === '') return /^[-–−+]?\d+$/.test(power) ? writeRaised(power, '', '') : `^${power}`;
  if (/(?<!\p{L})[kcdm]?m$/u.test(base) && /^[23]$/.test(power)) return base + (power === '2' ? '²' : '³');
  return `${bracketed(base)}^${/^[-–−]\d+$/.test(power) ? power.replace(/[–−]/, '-') : bracketed(power)}`;
};

const loweredBy = (base: string, index: string): string => {
  if (/^\d+$/.test(index)) return base + writeLowered(index, base);
  return `${base}_${bracketed(index)}`;
};

/** An arrow, a bar or a brace over or under a base has no spoken form and is dropped. */
const withAccent = (base: string, accents: readonly string[]): string => {
  const said = accents.filter((accent) => /[\p{L}\p{N}]/u.test(accent));
  return said.length === 0 ? base : `${base} (${said.join('; ')})`;
};

const scriptsOf = (parts: readonly string[], names: readonly string[]): string => {
  const prescripts = names.indexOf('mprescripts');
  const end = prescripts < 0 ? parts.length : prescripts;
  const pairs = (from: number, to: number): string => {
    let text = '';
    for (let at = from; at < to; at += 2) {
      const [below = '', above = ''] = [parts[at], at + 1 < to ? parts[at + 1] : ''];
      text += below === '' ? '' : writeLowered(below, text === '' ? (parts[0] ?? '') : text);
      text += above === '' ? '' : writeRaised(above, '', '');
    }
    return text;
  };
  return (prescripts < 0 ? '' : pairs(prescripts + 1, parts.length)) + (parts[0] ?? '') + pairs(1, end);
};

const fractionOf = (element: MarkupElement, above: string, below: string): string =>
  /^0/.test(element.attributes.linethickness ?? '')
    ? `(${above}; ${below})`
    : `${bracketed(above)}/${bracketed(below)}`;

/**
 * Writes a MathML formula on one line: `1/2`, `10^9`, `√(a)`. A fraction keeps its stroke and an exponent its height,
 * because ½ must not become 12.
 */
export const mathText = (formula: MarkupElement): string => {
  /** Concatenates parts; a fraction after a number is separated from it, as in "1 1/2". */
  const row = (elements: readonly MarkupElement[], depth: number): string => {
    let text = '';
    for (const element of elements) {
      const part = one(element, depth + 1);
      const isFraction = localName(element) === 'mfrac' || /^[½¼¾⅓⅔⅛⅜⅝⅞]/.test(part);
      const isNextNumber = /\d\/\d+$/.test(text) && /^\d/.test(part);
      if (/\d$/.test(text) && (isFraction || isNextNumber)) text += ' ';
      text += part;
    }
    return text;
  };
  const one = (element: MarkupElement, depth: number): string => {
    const name = localName(element);
    if (depth > deepest || silent.has(name)) return '';
    const below = elementsIn(element);
    const parts = (): readonly string[] => below.map((part) => one(part, depth + 1).trim());
    switch (name) {
      case 'mi':
      case 'mn':
      case 'mtext':
      case 'ms':
        return tokenText(element);
      case 'mo': {
        const sign = tokenText(element).trim();
        return relations.test(sign) ? ` ${sign} ` : sign === '' ? ' ' : sign;
      }
      case 'mspace':
        return ' ';
      case 'mfrac': {
        const [above = '', under = ''] = parts();
        return fractionOf(element, above, under);
      }
      case 'msup': {
        const [base = '', power = ''] = parts();
        return raisedTo(base, power);
      }
      case 'msub': {
        const [base = '', index = ''] = parts();
        return loweredBy(base, index);
      }
      case 'msubsup': {
        const [base = '', index = '', power = ''] = parts();
        return `${loweredBy(base, index)}^${bracketed(power)}`;
      }
      case 'mover':
      case 'munder':
      case 'munderover': {
        const [base = '', ...accents] = parts();
        return withAccent(base, accents);
      }
      case 'mmultiscripts':
        return scriptsOf(parts(), below.map(localName));
      case 'msqrt':
        return `√(${row(below, depth).trim()})`;
      case 'mroot': {
        const [base = '', index = ''] = parts();
        return `${index}√(${base})`;
      }
      case 'mfenced': {
        const { open = '(', close = ')', separators = ',' } = element.attributes;
        return open + parts().join(separators.trim().charAt(0) || ' ') + close;
      }
      case 'mtable':
        return parts().join('; ');
      case 'mtr':
      case 'mlabeledtr':
        return parts().join(', ');
      case 'semantics':
      case 'maction':
        return below[0] === undefined ? '' : one(below[0], depth + 1);
      case 'menclose':
        return /strike/.test(element.attributes.notation ?? '') ? '' : row(below, depth);
      default:
        return row(below, depth);
    }
  };
  return one(formula, 0).replace(/\s+/g, ' ').trim();
};
