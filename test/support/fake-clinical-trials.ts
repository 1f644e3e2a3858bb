import type { ScriptedCall, ScriptedReply } from './scripted-server.ts';

/** A registered trial; all of it invented. */
export type Trial = {
  readonly nctId: string;
  readonly title: string;
  readonly status: string;
  readonly phases: readonly string[];
  readonly conditions: readonly string[];
  readonly interventions: readonly string[];
  readonly city: string;
  readonly country: string;
  readonly summary?: string;
};

/** A study in the format of API v2, with the requested fields and some others. */
const studyOf = (trial: Trial): object => ({
  protocolSection: {
    identificationModule: {
      nctId: trial.nctId,
      orgStudyIdInfo: { id: 'X-1' },
      briefTitle: trial.title,
    },
    statusModule: {
      overallStatus: trial.status,
      startDateStruct: { date: '2023-05', type: 'ACTUAL' },
      primaryCompletionDateStruct: { date: '2026-12-31', type: 'ESTIMATED' },
      lastUpdatePostDateStruct: { date: '2025-11-02', type: 'ACTUAL' },
    },
    sponsorCollaboratorsModule: { leadSponsor: { name: 'Invented Institute', class: 'OTHER' } },
    descriptionModule: { briefSummary: trial.summary ?? `A trial of ${trial.interventions.join(' and ')}.` },
    conditionsModule: { conditions: trial.conditions },
    designModule: {
      studyType: 'INTERVENTIONAL',
      phases: trial.phases,
      enrollmentInfo: { count: 120, type: 'ESTIMATED' },
    },
    armsInterventionsModule: {
      interventions: trial.interventions.map((name) => ({ type: 'DRUG', name })),
    },
    contactsLocationsModule: {
      locations: [
        { facility: 'A Hospital', city: trial.city, country: trial.country },
        { facility: 'Another Hospital', city: trial.city, country: trial.country },
      ],
    },
  },
  derivedSection: { miscInfoModule: { versionHolder: '2025-11-20' } },
});

/** Parameters of `/studies`; any other gets a 400 response with a line of text. */
const parameters = new Set([
  'format',
  'markupFormat',
  'query.cond',
  'query.term',
  'query.locn',
  'query.titles',
  'query.intr',
  'query.outc',
  'query.spons',
  'filter.overallStatus',
  'filter.geo',
  'filter.ids',
  'filter.advanced',
  'fields',
  'sort',
  'countTotal',
  'pageSize',
  'pageToken',
]);
const statuses =
  /^(?:ACTIVE_NOT_RECRUITING|COMPLETED|ENROLLING_BY_INVITATION|NOT_YET_RECRUITING|RECRUITING|SUSPENDED|TERMINATED|WITHDRAWN|UNKNOWN)$/;
/** The only expression form in use. */
const phases = /^AREA\[Phase\](?:EARLY_PHASE1|PHASE[1-4]|NA)$/;

const refused = (text: string): ScriptedReply => ({
  status: 400,
  headers: { 'content-type': 'text/plain' },
  text,
});

/** A keyword search with the operators that a test needs: `OR`, `NOT` and `AREA[…]`. */
const matches = (expression: string | undefined, value: string): boolean => {
  if (expression === undefined) return true;
  // Every requested area of a record matches.
  if (/AREA\[|\bOR\b|\bNOT\b/.test(expression)) return true;
  const words = value.toLowerCase().split(/\W+/);
  return expression.split(/\W+/).every((word) => words.includes(word));
};

/** Behaves like `GET /api/v2/studies`. */
export const fakeClinicalTrials =
  (trials: readonly Trial[]) =>
  ({ method, fields }: ScriptedCall): ScriptedReply => {
    if (method !== 'GET') return { status: 405, text: '' };
    const unknown = Object.keys(fields).find((name) => !parameters.has(name));
    if (unknown !== undefined) return refused(`${unknown} is unknown parameter`);
    const size = Number(fields.pageSize ?? 10);
    if (size < 0 || size > 1000) return refused('pageSize is out of range');
    const wanted = (fields['filter.overallStatus'] ?? '').split(/[|,]/).filter((text) => text !== '');
    if (!wanted.every((status) => statuses.test(status)))
      return refused('filter.overallStatus has an incorrect value');
    const areas = (fields['filter.advanced'] ?? '').split(' OR ').filter((text) => text !== '');
    if (!areas.every((area) => phases.test(area))) return refused('filter.advanced cannot be parsed');
    const ofPhases = areas.map((area) => area.replace('AREA[Phase]', ''));
    const found = trials.filter(
      (trial) =>
        matches(fields['query.cond'], trial.conditions.join(' ')) &&
        matches(fields['query.intr'], trial.interventions.join(' ')) &&
        matches(fields['query.locn'], `${trial.city} ${trial.country}`) &&
        (wanted.length === 0 || wanted.includes(trial.status)) &&
        (ofPhases.length === 0 || trial.phases.some((phase) => ofPhases.includes(phase))),
    );
    return {
      headers: { 'content-type': 'application/json' },
      text: JSON.stringify({
        ...(fields.countTotal === 'true' ? { totalCount: found.length } : {}),
        studies: found.slice(0, size).map(studyOf),
      }),
    };
  };
