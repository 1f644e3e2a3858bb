import { z } from 'zod';
import { unwrap } from '../../domain/kernel/failure.ts';
import { calculators, findCalculator } from '../../domain/tools/calculators/calculators.ts';
import type { Calculator } from '../../domain/tools/calculators/define-calculator.ts';
import { calculatorOperation } from '../calculator-operation.ts';
import {
  calculationRepresentation,
  calculatorRepresentation,
} from '../representations/calculator-representation.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

const described = ({ name, title, purpose, parameters, example, limits, sources }: Calculator) => ({
  name,
  title,
  purpose,
  parameters,
  example,
  limits,
  sources,
});

const byName = z.strictObject({ name: z.string().min(1).max(64) });
const common = { tag: 'Tools', ownership: 'none', discloses: 'nothing', query: none } as const;

const list = defineRoute({
  ...common,
  method: 'GET',
  path: '/api/calculators',
  access: 'tools:read',
  operationId: 'listCalculators',
  summary: 'Every calculator with its parameters, their units and ranges, and its publications.',
  params: none,
  body: none,
  response: z.array(calculatorRepresentation).readonly(),
  handle: async () => answerData(calculators.map(described)),
});

const one = defineRoute({
  ...common,
  method: 'GET',
  path: '/api/calculators/:name',
  access: 'tools:read',
  operationId: 'getCalculator',
  summary: 'One calculator.',
  params: byName,
  body: none,
  response: calculatorRepresentation,
  handle: async ({ params: { name } }) => answerData(described(unwrap(findCalculator(name)))),
});

/**
 * Defined separately for each calculator: in an OpenAPI document a path without parameters hides the one with them,
 * so a generated client would not know that this path can be read.
 */
const description = (calculator: Calculator): Route =>
  defineRoute({
    ...common,
    method: 'GET',
    path: `/api/calculators/${calculator.name}`,
    access: 'tools:read',
    operationId: calculatorOperation('describe', calculator.name),
    summary: `${calculator.title}: its parameters with units and ranges, and its publications.`,
    params: none,
    body: none,
    response: calculatorRepresentation,
    handle: async () => answerData(described(calculator)),
  });

/** Neither parameters nor results are stored or logged: both belong to a patient. */
const calculation = (calculator: Calculator): Route =>
  defineRoute({
    ...common,
    method: 'POST',
    path: `/api/calculators/${calculator.name}`,
    access: 'tools:call',
    operationId: calculatorOperation('calculate', calculator.name),
    summary: `${calculator.title}: ${calculator.purpose} Nothing is stored.`,
    params: none,
    // The schema calculates while parsing, and refuses parameters that cannot be calculated.
    body: calculator.schema,
    response: calculationRepresentation,
    handle: async ({ body }) => answerData(body),
  });

/** For unknown names: suggests the one that was meant, which a missing route could not. */
const unknown = defineRoute({
  ...common,
  method: 'POST',
  path: '/api/calculators/:name',
  access: 'tools:call',
  operationId: 'calculate',
  summary: 'Runs a calculator by name; each also has its own route. Nothing is stored.',
  params: byName,
  body: z.record(z.string(), z.unknown()),
  response: calculationRepresentation,
  handle: async ({ params: { name }, body }) =>
    answerData(unwrap(unwrap(findCalculator(name)).calculate(body))),
});

/** The calculators, each with its own route before the one for any name. */
export const calculatorRoutes: readonly Route[] = [
  list,
  ...calculators.flatMap((calculator) => [description(calculator), calculation(calculator)]),
  one,
  unknown,
];
