import type { z } from 'zod';
import { Failure } from '../../../domain/kernel/failure.ts';
import {
  allergyResource,
  conditionResource,
  medicationRequestResource,
  medicationResource,
  observationResource,
  patientResource,
} from '../../../domain/tools/patient-record/fhir-resources.ts';
import type { ComponentMonitor } from '../../../ports/component-health.ts';
import type { Metrics } from '../../../ports/metrics.ts';
import type { PatientRecords } from '../../../ports/patient-records.ts';
import { createGuard } from '../../resilience/create-guard.ts';
import { judgeFailure } from '../../resilience/judge-failure.ts';
import { readLimitedText } from '../../resilience/read-limited-text.ts';
import { upstreamStatusOf } from '../../resilience/upstream-status-of.ts';
import { type OutsideRequest, sendOutside } from '../outside/send-outside.ts';
import type { FhirConfiguration } from './fhir-configuration.ts';
import { fhirFailure } from './fhir-failure.ts';
import { type BundlePage, readBundle, refusalOf } from './read-answer.ts';
import { createSmartTokens } from './smart-token.ts';

type Services = {
  readonly metrics: Metrics;
  readonly health: Pick<ComponentMonitor, 'report'>;
  /** Milliseconds before the first further attempt; a test need not wait. */
  readonly firstPause?: number;
};

/** Bytes of a page: a hundred observations have 200 kB. */
const PAGE_BYTES = 4 * 1024 * 1024;
/** Entries that a page is to have, and pages that are read of one type: the newest two hundred. */
const PAGE_ENTRIES = 100;
const MOST_PAGES = 4;
const MOST_ENTRIES = 200;
const ATTEMPT_MS = 10_000;
/** Three times again (tools, "Error Recovery"). Milliseconds. */
const RETRIES = { attempts: 4, firstPause: 250, maxPause: 2000, maxRetryAfter: 5000 };
const BULKHEAD = { concurrent: 8, queued: 64 };
/** Weight and pregnancy (LOINC). */
const FURTHER_CODES = ['29463-7', '3141-9', '82810-3'];

const mayPass = (error: unknown): boolean =>
  error instanceof Failure && ['unavailable', 'rate_limit_exceeded'].includes(error.reason.code);

/** The members of a list that are of one type, as far as they are as the specification has them. */
const ofType = <Schema extends z.ZodType>(
  resources: readonly unknown[],
  schema: Schema,
): readonly z.output<Schema>[] =>
  resources.flatMap((resource) => {
    const parsed = schema.safeParse(resource);
    return parsed.success ? [parsed.data] : [];
  });

/** Whether a reference means the patient: relative, or absolute on whatever server, of whatever version. */
const meansPatient = (reference: string | undefined, patientId: string): boolean =>
  (reference ?? '').split('/_history/')[0]?.split('/').slice(-2).join('/') === `Patient/${patientId}`;

/**
 * Reads patient records of a FHIR R4 server on the premises. Searches are sent as forms (`POST …/_search`), so that no
 * address holds the id of a patient; pages are followed on the same server alone, up to a limit.
 */
export const createPatientRecords = (
  configuration: FhirConfiguration,
  services: Services,
): PatientRecords => {
  const { base, token, smart } = configuration;
  const { metrics, health, firstPause = RETRIES.firstPause } = services;
  const tokens =
    smart && createSmartTokens({ base, client: smart, metrics, elapsed: () => performance.now() });
  const guard = createGuard({
    component: 'patient-records',
    label: 'The server of patient records',
    timeoutMs: ATTEMPT_MS,
    retries: { ...RETRIES, firstPause, mayPass },
    bulkhead: BULKHEAD,
    health,
    // A server that refuses a request is at work.
    judge: (error) => {
      const status = upstreamStatusOf(error);
      return typeof status === 'number' && status < 500 ? 'answered' : judgeFailure(error);
    },
  });

  const attempt = async (
    request: Pick<OutsideRequest, 'url' | 'as' | 'body'>,
    signal: AbortSignal,
    isSecond = false,
  ): Promise<BundlePage> => {
    let response: Response;
    let text: string | undefined;
    try {
      const apiKey = token ?? (await tokens?.token(signal));
      response = await sendOutside({
        ...request,
        apiKey,
        questions: [],
        // Only servers on the premises are configured.
        leavesThePremises: false,
        component: 'patient-records',
        headers: { accept: 'application/fhir+json' },
        metrics,
        signal,
      });
      text = await readLimitedText(response, PAGE_BYTES);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof Failure) throw error;
      throw fhirFailure('unavailable', 'The server of patient records cannot be reached, or broke off.');
    }
    if (response.status === 401 && tokens !== undefined && !isSecond) {
      tokens.forget();
      return attempt(request, signal, true);
    }
    if (!response.ok) throw refusalOf(response, text ?? '');
    if (text === undefined)
      throw fhirFailure('external_api_error', 'The server of patient records gave more than is read.');
    return readBundle(text);
  };

  /** The address of a next page; nothing where it is not on this server. */
  const onServer = (next: string): URL | undefined => {
    if (!URL.canParse(next, base.href)) return undefined;
    const url = new URL(next, base);
    return url.origin === base.origin && url.username === '' ? url : undefined;
  };

  const search = async (
    type: string,
    fields: Readonly<Record<string, string | number>>,
    signal: AbortSignal,
  ): Promise<{ readonly resources: readonly unknown[]; readonly isCut: boolean }> => {
    const ask = (request: Pick<OutsideRequest, 'url' | 'as' | 'body'>): Promise<BundlePage> =>
      guard((within) => attempt(request, within), signal);
    let page = await ask({
      url: new URL(`${type}/_search`, base),
      as: 'form',
      body: { ...fields, _count: PAGE_ENTRIES },
    });
    const resources = [...page.resources];
    for (
      let pages = 1;
      page.next !== undefined && pages < MOST_PAGES && resources.length < MOST_ENTRIES;
      pages += 1
    ) {
      const url = onServer(page.next);
      if (url === undefined)
        throw fhirFailure(
          'external_api_error',
          'The server of patient records sends to another one for more.',
        );
      page = await ask({ url, as: 'query', body: {} });
      resources.push(...page.resources);
    }
    return { resources, isCut: page.next !== undefined || resources.length > MOST_ENTRIES * 2 };
  };

  return {
    server: base.host,
    read: async (patientId, signal) => {
      const cut = new Set<string>();
      const notOffered: string[] = [];
      const found = await search('Patient', { _id: patientId }, signal);
      const patient = ofType(found.resources, patientResource).find(({ id }) => id === patientId);
      if (patient === undefined)
        throw fhirFailure('not_found', 'The server of patient records has no patient with this id.');
      if (patient.link.some(({ type }) => type === 'replaced-by'))
        throw fhirFailure('rule_violated', 'The patient record was merged into another one; ask for that.');
      const searchOwn = async (
        type: string,
        fields: Readonly<Record<string, string | number>> = {},
        isOptional = false,
      ): Promise<readonly unknown[]> => {
        try {
          const { resources, isCut } = await search(type, { patient: patientId, ...fields }, signal);
          if (isCut) cut.add(type);
          return resources;
        } catch (error) {
          // A type that the server does not have, as servers say it in one way or another.
          const isMissing = [404, 405, 501].includes(Number(upstreamStatusOf(error)));
          if (!isOptional || !isMissing) throw error;
          notOffered.push(type);
          return [];
        }
      };
      const [conditions, requests, labs, further, allergies] = await Promise.all([
        searchOwn('Condition'),
        searchOwn('MedicationRequest', { status: 'active', _include: 'MedicationRequest:medication' }),
        searchOwn('Observation', { category: 'laboratory', _sort: '-date' }),
        searchOwn('Observation', {
          code: FURTHER_CODES.map((code) => `http://loinc.org|${code}`).join(','),
          _sort: '-date',
        }),
        searchOwn('AllergyIntolerance', {}, true),
      ]);
      const isOwn = ({
        subject,
      }: {
        readonly subject?: { readonly reference?: string | undefined } | undefined;
      }): boolean => meansPatient(subject?.reference, patientId);
      return {
        patient,
        conditions: ofType(conditions, conditionResource).filter(isOwn),
        medicationRequests: ofType(requests, medicationRequestResource).filter(isOwn),
        medications: ofType(requests, medicationResource),
        observations: ofType([...labs, ...further], observationResource).filter(isOwn),
        allergies: ofType(allergies, allergyResource).filter((one) =>
          meansPatient(one.patient?.reference, patientId),
        ),
        cut: [...cut],
        notOffered,
      };
    },
  };
};
