import { unitOf } from './units-of-measure.ts';

const raised = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const lowered = '₀₁₂₃₄₅₆₇₈₉';

const inScript = (digits: string, script: string): string =>
  digits.replace(/\d/g, (digit) => script.charAt(Number(digit)));

/** Writes the digits of a text as superscript characters. */
export const inRaisedScript = (text: string): string => inScript(text, raised);

/** The unit of a count that is written as a power of ten. */
const counted = /^\s?(?:\/|per\b|cells?\b|copies\b|CFU\b|units?\b|IU\b|platelets\b|organisms\b)/iu;

/**
 * True when raised digits are the exponent of a preceding ten, not a note mark: "50×10⁹/L", "10⁻³", "10⁶ cells". "10²
 * mg" is ten milligrams with a note.
 */
const isExponent = (digits: string, before: string, after: string): boolean => {
  if (!/(?<![\d.,])10$/.test(before)) return false;
  if (/^[-–−]/.test(digits)) return true;
  if (!/^\d{1,2}$/.test(digits)) return false;
  if (/\d\s?[×✕·⋅*xX]\s?10$/.test(before) || counted.test(after)) return true;
  const word = /^\s?([\p{L}µμ%]+)/u.exec(after)?.[1];
  return (
    Number(digits) >= 3 && (word === undefined || (word !== '%' && unitOf(word.toLowerCase()) === undefined))
  );
};

/**
 * Writes raised digits on one line, given the text before and after them: an exponent as `10^9`, anything else as
 * superscript characters, which are read as a note mark and never as part of the number before them.
 */
export const writeRaised = (digits: string, before: string, after: string): string => {
  // A raised zero is a degree sign: "34⁰ C" must not become 340.
  if (digits === '0' && /\d$/.test(before)) return '°';
  return isExponent(digits, before, after)
    ? `^${digits.replace(/[–−]/, '-')}`
    : inRaisedScript(digits)
        .replace(/(?<!\p{No}\s?)[-–−]/gu, '⁻')
        .replace(/\+/g, '⁺');
};

/** Writes lowered digits: part of a name, as in SpO2, but separate from a number before them. */
export const writeLowered = (digits: string, before: string): string =>
  /[\d.,]$/.test(before) ? inScript(digits, lowered) : digits;
