import { unwrap } from '../../../../../domain/kernel/failure.ts';
import type { Calculation, Calculator } from '../../../../../domain/tools/calculators/define-calculator.ts';

/** The result of a calculation that must not be refused. */
export const calculated = (calculator: Calculator, input: unknown): Calculation =>
  unwrap(calculator.calculate(input));

/** The faults of an input that must be refused. */
export const issuesOf = (
  calculator: Calculator,
  input: unknown,
): readonly { readonly path: string; readonly message: string }[] => {
  const outcome = calculator.calculate(input);
  if (outcome.ok) throw new Error(`${calculator.name} calculated what it should have refused.`);
  const issues = outcome.error.details?.issues;
  return Array.isArray(issues) ? issues.filter((issue) => typeof issue === 'object') : [];
};
