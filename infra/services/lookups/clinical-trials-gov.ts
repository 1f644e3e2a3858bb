import { z } from 'zod';
import { externalText } from '../../../domain/consultation/sources/external-text.ts';
import { omitUndefined } from '../../../domain/kernel/omit-undefined.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { RegisteredTrial, TrialRegistry } from '../../../ports/trial-registry.ts';
import { askService, type Service, sourceFailure } from '../evidence-sources/ask-service.ts';
import { createRateQueue } from '../evidence-sources/rate-queue.ts';
import { parseJson } from '../outside/parse-json.ts';
import { plainWords } from './plain-words.ts';

type ClinicalTrialsOptions = {
  /** The endpoint of studies. */
  readonly url: URL;
  readonly metrics: Metrics;
};

const TITLE = 'ClinicalTrials.gov';
/**
 * The registry accepts about fifty requests per minute from one address; this leaves some for other programs
 * there.
 */
const REQUESTS = 40;
const WITHIN = 60_000;
const WAITING = 10;
/** A trial with many locations takes 100 kB in these fields. */
const ANSWER_BYTES = 8 * 1024 * 1024;
const MOST_WORDS = 30;
const MAX_NAME = 150;
const MAX_SUMMARY = 2000;
const MAX_LISTED = 10;

/** The fields read of a trial. */
const fields = [
  'NCTId',
  'BriefTitle',
  'OverallStatus',
  'Phase',
  'StudyType',
  'Condition',
  'InterventionName',
  'LeadSponsorName',
  'BriefSummary',
  'StartDate',
  'PrimaryCompletionDate',
  'LastUpdatePostDate',
  'EnrollmentCount',
  'LocationCity',
  'LocationCountry',
].join('|');

const name = z.string().transform((text) => externalText(text, MAX_NAME));
const words = z
  .string()
  .regex(/^[A-Z0-9_]{1,40}$/)
  .catch('UNKNOWN');
const day = z
  .object({ date: z.string().regex(/^\d{4}(?:-\d{2}){0,2}$/) })
  .transform(({ date }) => date)
  .optional()
  .catch(undefined);
/** Drops an invalid optional part. */
const part = <Shape extends z.core.$ZodLooseShape>(shape: Shape) =>
  z.object(shape).optional().catch(undefined);
const list = <Schema extends z.ZodType>(schema: Schema) =>
  z.array(schema).max(5000).optional().catch(undefined);

const studySchema = z.object({
  protocolSection: z.object({
    identificationModule: z.object({ nctId: z.string().regex(/^NCT\d{8}$/), briefTitle: name }),
    statusModule: part({
      overallStatus: words.optional(),
      startDateStruct: day,
      primaryCompletionDateStruct: day,
      lastUpdatePostDateStruct: day,
    }),
    sponsorCollaboratorsModule: part({ leadSponsor: part({ name }) }),
    descriptionModule: part({
      briefSummary: z
        .string()
        .transform((text) => externalText(text, MAX_SUMMARY))
        .optional(),
    }),
    conditionsModule: part({ conditions: list(name) }),
    designModule: part({
      studyType: words.optional(),
      phases: list(words),
      enrollmentInfo: part({ count: z.int().min(0).optional() }),
    }),
    armsInterventionsModule: part({ interventions: list(z.object({ name })) }),
    contactsLocationsModule: part({
      locations: list(z.object({ city: name.optional(), country: name.optional() })),
    }),
  }),
});
const answerSchema = z.object({
  studies: z.array(z.unknown()).max(1000),
  totalCount: z.int().min(0).optional(),
});

const some = (texts: readonly string[]): readonly string[] =>
  [...new Set(texts)].filter((text) => text !== '').slice(0, MAX_LISTED);

const trialOf = (study: unknown): readonly RegisteredTrial[] => {
  const parsed = studySchema.safeParse(study);
  if (!parsed.success) return [];
  const { protocolSection: read } = parsed.data;
  const { nctId, briefTitle } = read.identificationModule;
  const { designModule: design, statusModule: status } = read;
  return [
    {
      nctId,
      title: briefTitle === '' ? nctId : briefTitle,
      status: status?.overallStatus ?? 'UNKNOWN',
      phases: some(design?.phases ?? []),
      conditions: some(read.conditionsModule?.conditions ?? []),
      interventions: some(
        (read.armsInterventionsModule?.interventions ?? []).map((intervention) => intervention.name),
      ),
      summary: read.descriptionModule?.briefSummary ?? '',
      locations: some(
        (read.contactsLocationsModule?.locations ?? []).map(({ city = '', country = '' }) =>
          [city, country].filter((place) => place !== '').join(', '),
        ),
      ),
      url: `https://clinicaltrials.gov/study/${nctId}`,
      ...omitUndefined({
        studyType: design?.studyType,
        sponsor: read.sponsorCollaboratorsModule?.leadSponsor?.name || undefined,
        started: status?.startDateStruct,
        completed: status?.primaryCompletionDateStruct,
        updated: status?.lastUpdatePostDateStruct,
        enrollment: design?.enrollmentInfo?.count,
      }),
    },
  ];
};

/** Reduces a text to plain words for the registry's query language (Essie); undefined when none remain. */
const inWords = (text: string | undefined): string | undefined => {
  const plain = plainWords(text ?? '', MOST_WORDS);
  return plain === '' ? undefined : plain;
};

/**
 * Searches the trial registry ClinicalTrials.gov through its API v2, which accepts queries only in the URL.
 * Phases use `filter.advanced`, as they have no filter of their own.
 */
export const createClinicalTrialsGov = ({ url, metrics }: ClinicalTrialsOptions): TrialRegistry => {
  const service: Service = {
    title: TITLE,
    maxBytes: ANSWER_BYTES,
    turn: createRateQueue({ requests: REQUESTS, within: WITHIN, waiting: WAITING }),
    metrics,
  };
  return async ({ condition, intervention, location, statuses, phases, limit, signal }) => {
    const asked = omitUndefined({
      'query.cond': inWords(condition),
      'query.intr': inWords(intervention),
      'query.locn': inWords(location),
    });
    const narrowed = omitUndefined({
      'filter.overallStatus': statuses.length === 0 ? undefined : statuses.join('|'),
      'filter.advanced':
        phases.length === 0 ? undefined : phases.map((phase) => `AREA[Phase]${phase}`).join(' OR '),
    });
    const text = await askService(service, {
      url,
      as: 'query',
      body: asked,
      questions: Object.keys(asked),
      // All values come from the registry's vocabulary.
      unscreened: { ...narrowed, fields, pageSize: String(limit), countTotal: 'true', format: 'json' },
      signal,
    });
    const parsed = answerSchema.safeParse(parseJson(text));
    if (!parsed.success) throw sourceFailure('external_api_error', `${TITLE} returned an invalid response.`);
    const trials = parsed.data.studies.flatMap(trialOf).slice(0, limit);
    return { trials, total: Math.max(parsed.data.totalCount ?? 0, trials.length) };
  };
};
