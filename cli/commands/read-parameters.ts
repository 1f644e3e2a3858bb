import { nearestName } from '../../domain/language/nearest-name.ts';
import type { Calculator } from '../../domain/tools/calculators/define-calculator.ts';
import type { ParameterFacts } from '../../domain/tools/calculators/parameters/parameter.ts';
import { usageError } from '../cli-error.ts';
import { plainLine } from '../plain-text.ts';

const answers: Readonly<Record<string, boolean>> = {
  yes: true,
  y: true,
  true: true,
  no: false,
  n: false,
  false: false,
};

/**
 * A number with its unit: `140 µmol/L`, `1.2mg/dL`, `70`. Commas are not accepted: they may separate thousands or
 * decimals.
 */
const amountPattern = /^([+-]?\d+(?:\.\d+)?)([^\d.,].*)?$/;

const amountOf = ({ units = [] }: ParameterFacts, text: string): unknown => {
  const [, digits, rest] = amountPattern.exec(text) ?? [];
  const unit = rest?.trim();
  if (digits === undefined) return text;
  const value = Number(digits);
  if (units.length > 1) return unit === undefined ? value : { value, unit };
  // A parameter with one unit takes a bare number; text with another unit is passed on, and the calculator refuses it.
  return unit === undefined || unit.toLowerCase() === units[0]?.toLowerCase() ? value : text;
};

const valueOfText = (facts: ParameterFacts, text: string): unknown => {
  if (facts.kind === 'yes_no') return answers[text.toLowerCase()] ?? text;
  return facts.kind === 'amount' ? amountOf(facts, text) : text;
};

/**
 * Reads `name=value …` as parameters of a calculator, which validates the values itself.
 *
 * @throws CliError for a word without `=`, an unknown parameter, and a duplicate one
 */
export const readParameters = (
  { name: calculator, parameters }: Pick<Calculator, 'name' | 'parameters'>,
  given: readonly string[],
): Readonly<Record<string, unknown>> => {
  const names = Object.keys(parameters);
  const read: Record<string, unknown> = {};
  for (const assignment of given) {
    const at = assignment.indexOf('=');
    if (at < 0)
      throw usageError(
        `"${plainLine(assignment)}" is not a valid parameter.`,
        `Use <name>=<value>, in quotes if it contains a space: "creatinine=1.2 mg/dL".`,
      );
    const name = assignment.slice(0, at).trim();
    const facts = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (!facts) {
      const meant = nearestName(name, names);
      throw usageError(
        `"${plainLine(name)}" is not a parameter of ${calculator}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
        `The parameters are ${names.join(', ')}.`,
      );
    }
    if (Object.hasOwn(read, name)) throw usageError(`"${name}" is given twice.`);
    read[name] = valueOfText(facts, assignment.slice(at + 1).trim());
  }
  return read;
};
