import { z } from 'zod';
import type { ClinicalContext } from '../../../domain/consultation/clinical-context.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import {
  type CitedRange,
  interpretLabValue,
  type LabInterpretation,
  type LabPatient,
  labSource,
  labStatuses,
} from '../../../domain/tools/lab-values/interpret-lab-value.ts';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { defineTool } from '../define-tool.ts';
import { sexOf, toolSexSchema } from './tool-patient.ts';

const rangeSchema = z.strictObject({
  low: z.number().nullable(),
  high: z.number().nullable(),
  unit: z.string(),
  holds_for: z.string(),
  source: z.string(),
  source_url: z.string(),
});

const resultSchema = z.strictObject({
  interpretations: z.array(
    z.strictObject({
      test: z.string(),
      name: z.string().nullable(),
      loinc: z.string().nullable(),
      value: z.number(),
      unit: z.string().nullable(),
      status: z.enum(labStatuses),
      meaning: z.string(),
      converted: z.strictObject({ value: z.number(), unit: z.string(), factor: z.number() }).nullable(),
      reference_ranges: z.array(rangeSchema),
      critical_limits: rangeSchema.nullable(),
      needed: z.array(z.string()),
      notes: z.array(z.string()),
    }),
  ),
  total_count: z.int().min(0),
  disclaimers: z.array(z.string()),
});

const disclaimers = [
  'The ranges come from the named sources. If your laboratory prints its own ranges or critical limits, use those.',
  'This is not a substitute for clinical judgment',
];

const shownRange = ({ low, high, unit, holdsFor, source }: CitedRange): z.output<typeof rangeSchema> => {
  const { title, url } = labSource(source);
  return { low: low ?? null, high: high ?? null, unit, holds_for: holdsFor, source: title, source_url: url };
};

const meaningOf = ({ status, test, name, needed }: LabInterpretation): string => {
  const what = name ?? test;
  switch (status) {
    case 'critical_low':
      return `Critical: ${what} is below the critical limit. Somebody who treats the patient must know at once.`;
    case 'critical_high':
      return `Critical: ${what} is above the critical limit. Somebody who treats the patient must know at once.`;
    case 'low':
      return `${what} is below the reference range.`;
    case 'normal':
      return `${what} is within the reference range.`;
    case 'high':
      return `${what} is above the reference range.`;
    case 'unknown_test':
      return `The test is not known here, so that nothing is said of its value.`;
    case 'unit_needed':
      return `The unit is missing and several are in use for ${what}: ${needed.join(', ')}. Which one is it?`;
    case 'unknown_unit':
      return `${what} is not known in that unit, but in ${needed.join(', ')}. Nothing is said of its value.`;
    case 'patient_data_needed':
      return `What ${what} means depends on what is not known of the patient: ${needed.join(', ')}.`;
    case 'no_reference_range':
      return `No source used here gives a reference range of ${what} for this patient.`;
  }
};

const patientOf = (
  args: {
    readonly patient_age?: number | undefined;
    readonly patient_sex?: z.output<typeof toolSexSchema> | undefined;
    readonly pregnant?: boolean | undefined;
    readonly pregnancy_trimester?: 1 | 2 | 3 | undefined;
  },
  known: ClinicalContext = {},
): LabPatient =>
  omitUndefined({
    ageYears: args.patient_age ?? known.patientAge,
    sex: sexOf(args.patient_sex, known.patientSex),
    pregnant: args.pregnant ?? (args.pregnancy_trimester === undefined ? undefined : true),
    trimester: args.pregnancy_trimester,
  });

/** Compares laboratory results with ranges and critical limits whose source it names. */
export const interpretLabValues = (): RegisteredTool =>
  defineTool({
    name: 'interpret_lab_values',
    category: 'medical',
    description:
      'Compares laboratory results with published reference ranges and critical limits for age, sex and pregnancy, converting units. Give each value with its unit: a missing one is asked for, never guessed. Show critical values first.',
    arguments: z.strictObject({
      values: z
        .array(
          z.strictObject({
            test: z.string().trim().min(1).max(100).describe('Name, abbreviation or LOINC code of the test'),
            value: z.number().min(-1e6).max(1e9).describe('The measured number'),
            unit: z.string().trim().max(30).optional().describe('Its unit as written, e.g. "mmol/L"'),
          }),
        )
        .min(1)
        .max(50)
        .describe('Results of one patient, from serum or blood'),
      patient_age: z.number().min(0).max(130).optional().describe('In years; fractions for infants'),
      patient_sex: toolSexSchema.optional().describe('"M", "F" or "Other"'),
      pregnant: z.boolean().optional().describe('Whether the patient is pregnant'),
      pregnancy_trimester: z
        .union([z.literal(1), z.literal(2), z.literal(3)])
        .optional()
        .describe('1, 2 or 3'),
    }),
    result: resultSchema,
    requiresPhi: true,
    requiresConfirmation: false,
    riskLevel: 'medium',
    rateLimit: 50,
    timeoutSeconds: 30,
    permission: 'tools:call',
    sends: 'nothing',
    afterCrash: 'repeat',
    instant: true,
    citations: ({ interpretations }) => {
      const ranges = interpretations.flatMap(({ name, reference_ranges: own, critical_limits: limits }) =>
        [...own, ...(limits === null ? [] : [limits])].map((range) => ({ name, range })),
      );
      return [...Map.groupBy(ranges, ({ range }) => range.source)].map(([source, own]) => ({
        text: own
          .map(
            ({ name, range: { low, high, unit, holds_for: who } }) =>
              `${name}: ${low ?? ''} to ${high ?? ''} ${unit} (${who})`,
          )
          .join('; '),
        sourceType: 'reference_range',
        sourceTitle: source,
        ...(own[0] === undefined ? {} : { sourceUrl: own[0].range.source_url }),
      }));
    },
    handler: (args, { clinicalContext, phi }) => {
      phi();
      const patient = patientOf(args, clinicalContext);
      const found = args.values.map(({ test, value, unit }) =>
        interpretLabValue({ test, value, ...omitUndefined({ unit }) }, patient),
      );
      return Promise.resolve({
        interpretations: found.map((one) => ({
          test: one.test,
          name: one.name ?? null,
          loinc: one.loinc ?? null,
          value: one.value,
          unit: one.unit ?? null,
          status: one.status,
          meaning: meaningOf(one),
          converted: one.converted ?? null,
          reference_ranges: one.ranges.map(shownRange),
          critical_limits: one.critical === undefined ? null : shownRange(one.critical),
          needed: [...one.needed],
          notes: [...one.notes],
        })),
        total_count: found.length,
        disclaimers: [...disclaimers],
      });
    },
  });
