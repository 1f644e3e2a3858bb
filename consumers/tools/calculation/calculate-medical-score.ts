import { z } from 'zod';
import { unwrap } from '../../../domain/kernel/failure.ts';
import { calculators, findCalculator } from '../../../domain/tools/calculators/calculators.ts';
import type { ParameterFacts } from '../../../domain/tools/calculators/parameters/parameter.ts';
import { sourceLink } from '../../../domain/tools/calculators/source-link.ts';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { defineTool } from '../define-tool.ts';

const names = calculators.map(({ name }) => name);

/** The most choices listed in a description; longer lists, units and ranges are named only when a value is refused. */
const MAX_CHOICES = 4;

const parameterText = (name: string, { required, choices = {} }: ParameterFacts): string => {
  const words = Object.keys(choices);
  const note =
    words.length > 0 && words.length <= MAX_CHOICES && !words.includes('0') ? `=${words.join('|')}` : '';
  return `${name}${required ? '' : '?'}${note}`;
};

/** The parameters of each calculator, so that a model need not ask first: `bmi(age, weight, height)`. */
const signatures = calculators
  .map(
    ({ name, parameters }) =>
      `${name}(${Object.entries(parameters)
        .map(([key, facts]) => parameterText(key, facts))
        .join(', ')})`,
  )
  .join('; ');

/** The JSON values of a parameter. Its calculator refuses an invalid value with its own message. */
const simple = z.union([z.string().max(200), z.number(), z.boolean(), z.null()]);
const given = z.union([simple, z.record(z.string().max(16), simple)]);

const used = z.union([
  z.string(),
  z.number(),
  z.boolean(),
  z.strictObject({ value: z.number(), unit: z.string() }),
]);

/** Calculates scores and doses by their original publications; nothing leaves the process. */
export const calculateMedicalScore: RegisteredTool = defineTool({
  name: 'calculate_medical_score',
  category: 'calculation',
  description:
    'Calculates a clinical risk score, an index or a renal dose exactly as published, and says what the score means and what it was not designed for. Every parameter must be known: never fill in a value that was not stated. Ask the person for missing values. A call with missing parameters is answered with a sentence for each.',
  requiresPhi: true,
  requiresConfirmation: false,
  riskLevel: 'medium',
  rateLimit: 50,
  timeoutSeconds: 30,
  permission: 'tools:call',
  sends: 'nothing',
  afterCrash: 'repeat',
  instant: true,
  arguments: z.strictObject({
    calculator_name: z.string().min(1).max(64).describe('Which calculator').meta({ enum: names }),
    parameters: z
      .record(z.string().max(64), given)
      .describe(
        `The parameters of the calculator. Use true or false for yes or no, and {"value": 88, "unit": "µmol/L"} where several units are possible. Parameters with ? are optional: ${signatures}`,
      ),
  }),
  result: z.strictObject({
    calculator_name: z.string(),
    score: z.union([z.number(), z.string()]),
    interpretation: z.string(),
    risk_category: z.string().optional(),
    recommendations: z.array(z.string()).optional(),
    parameters_used: z.record(z.string(), used),
  }),
  citations: ({ calculator_name }) => {
    const { title, sources } = unwrap(findCalculator(calculator_name));
    return sources.map((source) => {
      const link = sourceLink(source);
      return {
        text: source.citation,
        sourceType: 'calculator',
        sourceTitle: title,
        ...(link === undefined ? {} : { sourceUrl: link }),
      };
    });
  },
  handler: async ({ calculator_name, parameters }) => {
    const calculator = unwrap(findCalculator(calculator_name));
    const { score, interpretation, riskCategory, recommendations, limits, parametersUsed } = unwrap(
      calculator.calculate(parameters),
    );
    return {
      calculator_name,
      score,
      interpretation,
      ...(riskCategory === undefined ? {} : { risk_category: riskCategory }),
      // The result has no separate field for a score's limits of use, and must not be read without them.
      recommendations: [...recommendations, ...limits.map((limit) => `Limit: ${limit}`)],
      parameters_used: { ...parametersUsed },
    };
  },
});
