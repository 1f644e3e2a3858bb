import { z } from 'zod';

const source = z.object({
  citation: z.string(),
  doi: z.string().optional(),
  pmid: z.string().optional(),
});
const limits = z.array(z.string()).readonly().meta({ description: 'Uses for which it is not intended.' });
const amount = z.object({ value: z.number(), unit: z.string() });

const parameter = z.object({
  label: z.string().meta({ description: 'Its label, as in the publication.' }),
  kind: z.enum(['yes_no', 'choice', 'amount']),
  required: z.boolean(),
  units: z.array(z.string()).readonly().optional().meta({
    description:
      "Accepted units, the publication's first. With one unit the value is a bare number, with several `{value, unit}`.",
  }),
  minimum: z.number().optional().meta({ description: 'In the first unit.' }),
  maximum: z.number().optional().meta({ description: 'In the first unit.' }),
  whole: z.boolean().optional(),
  choices: z.record(z.string(), z.string()).optional(),
  example: z.string(),
});

/** A calculator and its parameters. */
export const calculatorRepresentation = z
  .object({
    name: z.string(),
    title: z.string(),
    purpose: z.string(),
    parameters: z.record(z.string(), parameter),
    example: z.record(z.string(), z.unknown()).meta({ description: 'Parameters for an invented patient.' }),
    limits,
    sources: z.array(source).readonly(),
  })
  .meta({ id: 'Calculator' });

/** The result of a calculator. */
export const calculationRepresentation = z
  .object({
    calculator: z.string(),
    title: z.string(),
    score: z.union([z.number(), z.string()]).meta({
      description: 'Text if there is no number, as for the coma scale of an intubated patient.',
    }),
    unit: z.string().optional(),
    interpretation: z.string(),
    riskCategory: z.string().optional(),
    recommendations: z
      .array(z.string())
      .readonly()
      .meta({ description: 'Information with its guideline; not orders.' }),
    limits,
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
    parametersUsed: z
      .record(z.string(), z.union([z.string(), z.number(), z.boolean(), amount]))
      .meta({ description: 'The values used, after conversion and clamping.' }),
    sources: z.array(source).readonly(),
  })
  .meta({ id: 'Calculation' });
