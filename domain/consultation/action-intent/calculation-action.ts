import { type ActionIntent, type ActionReading, askFor, type CalculatorTerms } from './action-intent.ts';
import type { Request } from './request-of.ts';
import { trimEnds } from './trim-ends.ts';

const TOOL = 'calculate_medical_score';

const calculating = /^(?:calculate|compute|work out)\s+(?:the\s+|an?\s+)?/i;
/** The text between a score's name and its values. */
const between = /^(?:'s)?\s*(?:scores?|index|criteria)?\s*(?:[:,-]|with|of|for|using|from)?\s*/i;

type Terms = CalculatorTerms['parameters'][string];

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[_\s-]+/g, ' ')
    .trim();

/** Returns the calculator whose full name begins the text, with the length of the name; the longest match wins. */
const namedIn = (text: string, calculators: readonly CalculatorTerms[]) => {
  const said = text.toLowerCase().replaceAll(/[_-]/g, ' ');
  const found = calculators.flatMap((calculator) =>
    [plain(calculator.name), plain(calculator.name).replaceAll(' ', ''), plain(calculator.title)]
      .filter((name) => said.startsWith(name) && !/^[a-z0-9]/.test(said.slice(name.length)))
      .map((name) => ({ calculator, length: name.length })),
  );
  return found.toSorted((one, other) => other.length - one.length)[0];
};

const number = /^(-?\d{1,6}(?:\.\d{1,4})?)\s*([^\d\s].{0,20})?$/;

/** Converts a value for the calculator; `undefined` if it is not accepted. */
const readValue = (said: string, { kind, units = [], choices = {} }: Terms): unknown => {
  const text = said.trim();
  if (kind === 'yes_no') {
    if (/^(?:yes|true|present|positive)$/i.test(text)) return true;
    return /^(?:no|false|absent|negative)$/i.test(text) ? false : undefined;
  }
  if (kind === 'choice') return Object.keys(choices).find((choice) => plain(choice) === plain(text));
  const found = number.exec(text);
  if (!found) return undefined;
  const value = Number(found[1]);
  const unit =
    found[2] === undefined ? undefined : units.find((known) => plain(known) === plain(found[2] ?? ''));
  if (found[2] !== undefined && unit === undefined) return undefined;
  if (units.length < 2) return value;
  // If several units are possible, the person is asked.
  return unit === undefined ? undefined : { value, unit };
};

/** "weight 80 kg" or "weight = 80 kg": a parameter name with a valid value. */
const parameterIn = (part: string, parameters: CalculatorTerms['parameters']) => {
  const said = plain(part);
  const name = Object.keys(parameters)
    .filter(
      (one) =>
        said === plain(one) ||
        said.startsWith(`${plain(one)} `) ||
        said.startsWith(`${plain(one)}=`) ||
        said.startsWith(`${plain(one)}:`),
    )
    .toSorted((one, other) => other.length - one.length)[0];
  const terms = name === undefined ? undefined : parameters[name];
  if (name === undefined || terms === undefined) return undefined;
  const rest = part.trim().slice(plain(name).length);
  const value = readValue(rest.replace(/^\s*(?:=|:|is\b|of\b)?\s*/, ''), terms);
  return value === undefined ? undefined : { name, value };
};

/** "Calculate BMI: age 40, weight 80 kg, height 180 cm." Without any value it is a question about the score. */
export const readCalculation = (
  { text }: Request,
  { calculators }: ActionReading,
): ActionIntent | undefined => {
  const head = calculating.exec(text);
  if (!head) return undefined;
  const after = text.slice(head[0].length);
  const named = namedIn(after, calculators);
  if (!named) return undefined;
  const { calculator, length } = named;
  const parts = after
    .slice(length)
    .replace(between, '')
    .split(/[,;]| and /)
    .map((part) => trimEnds(part, ' ?.!'))
    .filter((part) => part !== '');
  const read = parts.map((part) => parameterIn(part, calculator.parameters));
  const values = read.flatMap((found) => (found ? [found] : []));
  if (values.length === 0) return undefined;
  const given = Object.fromEntries(values.map(({ name, value }) => [name, value]));
  // For a parameter given twice, the valid value is unknown.
  const isTwice = ({ name }: { readonly name: string }): boolean =>
    values.filter((other) => other.name === name).length > 1;
  const unread = parts.filter((_, at) => {
    const found = read[at];
    return found === undefined || isTwice(found);
  });
  const missing = Object.entries(calculator.parameters).filter(
    ([name, { required }]) => required && !(name in given),
  );
  if (unread.length > 0 || missing.length > 0) {
    const needed = missing.map(([name, { example }]) => `${name.replaceAll('_', ' ')} (e.g. ${example})`);
    return askFor(
      TOOL,
      [
        ...(needed.length > 0 ? [`For ${calculator.title}, please give ${needed.join(', ')}.`] : []),
        ...(unread.length > 0 ? [`This was not understood: ${unread.join(', ')}.`] : []),
      ].join(' '),
    );
  }
  return { kind: 'call', tool: TOOL, arguments: { calculator_name: calculator.name, parameters: given } };
};
