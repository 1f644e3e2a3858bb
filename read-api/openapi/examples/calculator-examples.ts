import { unwrap } from '../../../domain/kernel/failure.ts';
import { calculators, findCalculator } from '../../../domain/tools/calculators/calculators.ts';
import { calculatorOperation } from '../../calculator-operation.ts';
import type { RouteExample } from './route-example.ts';

const { calculate: _, schema: __, ...bmi } = unwrap(findCalculator('bmi'));
const calculated = unwrap(unwrap(findCalculator('bmi')).calculate(bmi.example));

/** Example calls of the calculators, with the parameters of their own examples. */
export const calculatorExamples: Readonly<Record<string, RouteExample>> = {
  listCalculators: { answers: { 200: [bmi] } },
  getCalculator: { params: { name: 'bmi' }, answers: { 200: bmi } },
  calculate: { params: { name: 'bmi' }, body: bmi.example, answers: { 200: calculated } },
  ...Object.fromEntries(
    calculators.flatMap(({ calculate, schema, ...described }) => [
      [calculatorOperation('describe', described.name), { answers: { 200: described } }],
      [
        calculatorOperation('calculate', described.name),
        { body: described.example, answers: { 200: unwrap(calculate(described.example)) } },
      ],
    ]),
  ),
};
