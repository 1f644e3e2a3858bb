import { z } from 'zod';
import type { RegisteredTool } from '../../../ports/tool.ts';
import { type TrialRegistry, trialPhases, trialStatuses } from '../../../ports/trial-registry.ts';
import { defineTool } from '../define-tool.ts';
import type { RememberResult } from './remember-result.ts';
import { externalTerms, guidelinesInstead, maxResultsArgument } from './search-terms.ts';

type TrialServices = {
  /** Absent when the registry is turned off. */
  readonly trials?: TrialRegistry | undefined;
  readonly remember: RememberResult;
};

const words = (description: string) =>
  z
    .string()
    .trim()
    .max(200)
    .refine((text) => /[\p{L}\p{N}]/u.test(text), 'must contain a word to search for')
    .optional()
    .describe(description);

const argumentsSchema = z
  .strictObject({
    condition: words('Disease or condition, in plain words'),
    intervention: words('Drug, device or procedure, in plain words'),
    // Blank if the value looked like a person's address.
    location: z
      .string()
      .trim()
      .max(200)
      .optional()
      .describe(
        'One location of the trial, as a name only: a country, state, city or hospital, e.g. "Boston"; never a patient\'s address',
      ),
    status: z
      .array(z.enum(trialStatuses))
      .max(trialStatuses.length)
      .optional()
      .describe('Only trials with one of these statuses, e.g. ["RECRUITING"]'),
    phase: z
      .array(z.enum(trialPhases))
      .max(trialPhases.length)
      .optional()
      .describe('Only trials in one of these phases, e.g. ["PHASE2", "PHASE3"]'),
    max_results: maxResultsArgument(10, 25),
  })
  .refine(({ condition, intervention }) => condition !== undefined || intervention !== undefined, {
    path: ['condition'],
    message: 'is needed, or an intervention',
  });

const resultSchema = z.strictObject({
  trials: z.array(
    z.strictObject({
      nct_id: z.string(),
      title: z.string(),
      status: z.string(),
      phases: z.array(z.string()),
      study_type: z.string().nullable(),
      conditions: z.array(z.string()),
      interventions: z.array(z.string()),
      sponsor: z.string().nullable(),
      summary: z.string(),
      locations: z.array(z.string()),
      start_date: z.string().nullable(),
      completion_date: z.string().nullable(),
      last_updated: z.string().nullable(),
      enrollment: z.int().nullable(),
      url: z.string(),
    }),
  ),
  total_count: z.int().min(0),
  query: z.string(),
});

/** The query in one line. */
const queryOf = ({
  condition,
  intervention,
  location,
  status = [],
  phase = [],
}: z.output<typeof argumentsSchema>) =>
  [condition, intervention, location, status.join(' or '), phase.join(' or ')]
    .filter((part) => part !== undefined && part !== '')
    .join('; ');

/** Searches the trials registered at ClinicalTrials.gov. */
export const searchClinicalTrials = ({ trials: registry, remember }: TrialServices): RegisteredTool =>
  defineTool({
    name: 'search_clinical_trials',
    category: 'medical',
    description:
      'Searches ClinicalTrials.gov for clinical trials by condition, intervention, place, status and phase. Only the trial can decide whether a patient may take part.',
    arguments: argumentsSchema,
    result: resultSchema,
    ...externalTerms,
    unavailable:
      registry === undefined
        ? 'ClinicalTrials.gov is not switched on here: set ENABLE_CLINICAL_TRIALS=true.'
        : undefined,
    citations: ({ trials }) =>
      trials.map(({ nct_id: nctId, title, summary, status, phases, url, last_updated: updated }) => ({
        text: summary === '' ? title : summary,
        sourceType: 'clinicaltrials',
        sourceTitle: title,
        sourceUrl: url,
        metadata: {
          nct_id: nctId,
          status,
          phase: phases.join(', '),
          ...(updated === null ? {} : { last_updated: updated }),
        },
      })),
    fallback: ({ condition, intervention, max_results: wanted }) =>
      guidelinesInstead([condition, intervention].filter((part) => part !== undefined).join(' '), wanted),
    handler: async (args, { user, signal }) =>
      remember({ tool: 'search_clinical_trials', user, arguments: args }, resultSchema, async () => {
        const { condition, intervention, location, status: statuses = [], phase: phases = [] } = args;
        const found = (await registry?.({
          condition,
          intervention,
          location,
          statuses,
          phases,
          limit: args.max_results,
          signal,
        })) ?? { trials: [], total: 0 };
        return {
          trials: found.trials.map((trial) => ({
            nct_id: trial.nctId,
            title: trial.title,
            status: trial.status,
            phases: [...trial.phases],
            study_type: trial.studyType ?? null,
            conditions: [...trial.conditions],
            interventions: [...trial.interventions],
            sponsor: trial.sponsor ?? null,
            summary: trial.summary,
            locations: [...trial.locations],
            start_date: trial.started ?? null,
            completion_date: trial.completed ?? null,
            last_updated: trial.updated ?? null,
            enrollment: trial.enrollment ?? null,
            url: trial.url,
          })),
          total_count: found.total,
          query: queryOf(args),
        };
      }),
  });
