import { beforeAll, describe, expect, it } from 'vitest';
import { settingsSchema } from '../../../../app/configuration/settings-schema.ts';
import { isRecord } from '../../../../domain/kernel/is-record.ts';
import type { ToolFacts } from '../../../../domain/tools/tool-definition.ts';
import type { PreparedToolCall, RegisteredTool } from '../../../../ports/tool.ts';
import { allToolsOffPremises, registeredTools } from '../../../support/registered-tools.ts';

/** The contract of a tool from the requirements, in one line; where they are silent, our decision. */
const termsOf = ({ category, requiresPhi, requiresConfirmation, riskLevel, rateLimit }: ToolFacts): string =>
  [
    category,
    requiresPhi ? 'PHI' : 'no PHI',
    requiresConfirmation ? 'confirmed' : 'at once',
    riskLevel,
    `${rateLimit}/min`,
  ].join(', ');

/** Where the arguments go when every server is external, and how PHI in them is handled. */
const wayOf = ({ sends, phiOutside, afterCrash }: ToolFacts): string =>
  [sends, ...(phiOutside === undefined ? [] : [phiOutside]), `then ${afterCrash}`].join(', ');

/** `name` is required, `name?` optional, `name=value` has a default. */
const signatureOf = ({ properties, required }: RegisteredTool['argumentsSchema']): string =>
  Object.entries(isRecord(properties) ? properties : {})
    .map(([name, schema]) => {
      const usual = isRecord(schema) ? schema.default : undefined;
      if (usual !== undefined) return `${name}=${JSON.stringify(usual)}`;
      return Array.isArray(required) && required.includes(name) ? name : `${name}?`;
    })
    .join(' ');

/** Members of a result, and of the entries of its lists. */
const membersOf = (schema: unknown): string => {
  if (!isRecord(schema) || !isRecord(schema.properties)) return '';
  return Object.entries(schema.properties)
    .map(([name, member]) => {
      const entries = isRecord(member) && isRecord(member.items) ? membersOf(member.items) : '';
      return entries === '' ? name : `${name}(${entries})`;
    })
    .join(' ');
};

/** Tools 1 to 10 of the requirements, the nine of "Future Tools", and the reader of patient records. */
const expected: Readonly<Record<string, readonly [terms: string, way: string, args: string]>> = {
  get_calendar_events: [
    'calendar, PHI, at once, low, 10/min',
    'outside, refuse, then repeat',
    'start_date end_date calendar_name? max_results=50',
  ],
  create_calendar_event: [
    'calendar, PHI, confirmed, medium, 10/min',
    'outside, refuse, then repeat',
    'title start_datetime end_datetime location? description? calendar_name="Default" all_day=false',
  ],
  search_nextcloud_files: [
    'file, PHI, at once, low, 20/min',
    'outside, refuse, then repeat',
    'query file_type? max_results=20 include_content=false',
  ],
  retrieve_nextcloud_file: [
    'file, PHI, at once, low, 20/min',
    'outside, refuse, then repeat',
    'file_id extract_text=true max_chars=10000',
  ],
  search_openevidence: [
    'medical, no PHI, at once, low, 30/min',
    'outside, redact, then repeat',
    'query max_results=5 evidence_level?',
  ],
  search_pubmed: [
    'medical, no PHI, at once, low, 30/min',
    'outside, redact, then repeat',
    'query max_results=10 publication_types? date_from? date_to?',
  ],
  calculate_medical_score: [
    'calculation, PHI, at once, medium, 50/min',
    'nothing, then repeat',
    'calculator_name parameters',
  ],
  search_medical_guidelines: [
    'medical, no PHI, at once, low, 30/min',
    'nothing, then repeat',
    'query guideline_source? condition? max_results=10',
  ],
  generate_differential_diagnosis: [
    'medical, PHI, at once, medium, 30/min',
    'nothing, then repeat',
    'chief_complaint symptoms patient_age? patient_sex? relevant_history? max_results=10',
  ],
  web_search_medical: [
    'search, no PHI, at once, low, 30/min',
    'outside, redact, then repeat',
    'query max_results=5 domain_filter?',
  ],
  search_email: [
    'email, PHI, at once, low, 20/min',
    'outside, refuse, then repeat',
    'query? folder="INBOX" from? to? subject? since? before? unread_only=false max_results=20 max_chars=1000',
  ],
  send_email: [
    'email, PHI, confirmed, high, 10/min',
    'outside, refuse, then unknown',
    'to cc=[] subject body',
  ],
  create_task: [
    'task, PHI, confirmed, medium, 10/min',
    'outside, refuse, then repeat',
    'title due? priority? description? list_name="Default"',
  ],
  get_tasks: [
    'task, PHI, at once, low, 10/min',
    'outside, refuse, then repeat',
    'status="open" due_by? list_name? max_results=50',
  ],
  check_drug_interactions: [
    'medical, PHI, at once, medium, 30/min',
    'outside, redact, then repeat',
    'medications include_current_medications=true',
  ],
  search_clinical_trials: [
    'medical, no PHI, at once, low, 30/min',
    'outside, redact, then repeat',
    'condition? intervention? location? status? phase? max_results=10',
  ],
  interpret_lab_values: [
    'medical, PHI, at once, medium, 50/min',
    'nothing, then repeat',
    'values patient_age? patient_sex? pregnant? pregnancy_trimester?',
  ],
  lookup_icd10: [
    'medical, no PHI, at once, low, 30/min',
    'outside, refuse, then repeat',
    'query max_results=10',
  ],
  lookup_medical_abbreviation: [
    'medical, no PHI, at once, low, 30/min',
    'nothing, then repeat',
    'abbreviation context?',
  ],
  read_patient_record: ['record, PHI, confirmed, high, 10/min', 'on-premises, then repeat', 'patient_id'],
};

/** Results of tools 1 to 10, in the order of the requirements; our additions come last. */
const results: Readonly<Record<string, string>> = {
  get_calendar_events:
    'events(id title start end location description calendar_name all_day) total_count date_range skipped_count',
  create_calendar_event: 'event_id title start end created message',
  search_nextcloud_files: 'files(file_id name path size mime_type modified url) total_count query',
  retrieve_nextcloud_file: 'file_id name content content_truncated mime_type size url',
  search_openevidence: 'results(title summary evidence_level source pubmed_id url date) total_count query',
  search_pubmed: 'articles(pmid title authors journal publication_date abstract doi url) total_count query',
  calculate_medical_score:
    'calculator_name score interpretation risk_category recommendations parameters_used',
  search_medical_guidelines:
    'guidelines(id title source condition summary url publication_date last_updated) total_count query',
  generate_differential_diagnosis:
    'chief_complaint diagnoses(diagnosis probability key_features missing_features next_steps) reasoning disclaimers',
  web_search_medical: 'results(title url snippet domain date) total_count query',
};

/** Arguments of each tool that needs confirmation, with every member; no value is part of another. */
const toBeConfirmed: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  create_calendar_event: {
    title: 'Ward round',
    start_datetime: '2026-03-02T10:00:00+01:00',
    end_datetime: '2026-03-02T11:30:00+01:00',
    location: 'Room 7',
    description: 'Bring the\nlists',
    calendar_name: 'Clinic',
    all_day: false,
  },
  create_task: {
    title: 'Call the laboratory',
    due: '2026-03-04',
    priority: 8,
    description: 'Ask for\nthe culture',
    list_name: 'Follow-up',
  },
  send_email: {
    to: ['lee@hospital.example', 'ito@hospital.example'],
    cc: ['ward@hospital.example'],
    subject: 'Handover',
    body: 'Two lines\nof text.',
  },
  read_patient_record: { patient_id: 'p-4711' },
};

/**
 * Keywords that the services of models accept in a function schema (OpenAI, "Structured Outputs", "Supported
 * schemas").
 */
const knownKeywords = new Set([
  'type',
  'properties',
  'required',
  'additionalProperties',
  'description',
  'enum',
  'const',
  'anyOf',
  'items',
  'default',
  'format',
  'pattern',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'minItems',
  'maxItems',
  // Because of free-form parameters, which no strict schema can describe.
  'propertyNames',
]);

type Place = readonly [path: string, schema: Readonly<Record<string, unknown>>];

/** A schema and all nested ones, each with its path. */
function* schemasIn(schema: unknown, path: string): Generator<Place> {
  if (!isRecord(schema)) return;
  yield [path, schema];
  for (const [name, member] of Object.entries(isRecord(schema.properties) ? schema.properties : {}))
    yield* schemasIn(member, `${path}.${name}`);
  for (const [at, choice] of (Array.isArray(schema.anyOf) ? schema.anyOf : []).entries())
    yield* schemasIn(choice, `${path}|${at}`);
  yield* schemasIn(schema.items, `${path}[]`);
  // Calculator parameters with arbitrary names have their own ranges, which reject values beyond.
}

const isBounded = (schema: Readonly<Record<string, unknown>>): boolean => {
  if ('enum' in schema || 'const' in schema) return true;
  switch (schema.type) {
    case 'string':
      return 'maxLength' in schema || 'format' in schema || /^\^[^*+]*\$$/.test(String(schema.pattern));
    case 'array':
      return 'maxItems' in schema;
    case 'number':
    case 'integer':
      return 'minimum' in schema && 'maximum' in schema;
    default:
      return true;
  }
};

function* leavesOf(value: unknown): Generator<string> {
  if (typeof value === 'object' && value !== null)
    for (const member of Object.values(value)) yield* leavesOf(member);
  else if (typeof value !== 'boolean') yield String(value);
}

const prepared = (tool: RegisteredTool, input: unknown): PreparedToolCall => {
  const call = tool.prepare(input);
  if (!call.ok) throw new Error(`${tool.name} refuses: ${JSON.stringify(call.error)}`);
  return call.value;
};

let tools: readonly RegisteredTool[] = [];
let unset: readonly RegisteredTool[] = [];
beforeAll(async () => {
  tools = await registeredTools(allToolsOffPremises);
  unset = await registeredTools({});
});
const each = (check: (tool: RegisteredTool) => void): void => {
  expect(tools.length).toBeGreaterThan(0);
  for (const tool of tools) check(tool);
};

describe('every tool', () => {
  it('is listed in the requirements, with their terms, and takes their arguments', () => {
    expect(
      Object.fromEntries(
        tools.map(({ name, facts, argumentsSchema }) => [
          name,
          [termsOf(facts), wayOf(facts), signatureOf(argumentsSchema)],
        ]),
      ),
    ).toEqual(expected);
  });

  it('returns the members that the requirements list', () => {
    const given = tools.filter(({ name }) => name in results);
    expect(
      Object.fromEntries(given.map(({ name, resultSchema }) => [name, membersOf(resultSchema)])),
    ).toEqual(results);
  });

  it('ends within 30 s', () => {
    each(({ name, facts }) => {
      expect(facts.timeoutSeconds, name).toBe(30);
    });
  });

  it('asks for confirmation when its name implies a change or a message', () => {
    each(({ name, facts }) => {
      const changes = /^(?:create|send|update|delete|set|move|add)_/.test(name);
      if (changes) expect(facts.requiresConfirmation, name).toBe(true);
    });
  });

  it('refuses PHI outside if it is about patients, and documents its handling otherwise', () => {
    each(({ name, facts: { sends, phiOutside, requiresPhi } }) => {
      if (sends !== 'outside') return;
      // The interaction check sends only names of drugs from its arguments.
      const wanted = requiresPhi && name !== 'check_drug_interactions' ? ['refuse'] : ['refuse', 'redact'];
      expect(wanted, name).toContain(phiOutside);
    });
  });

  it('describes itself to a model in a few sentences', () => {
    // A model reads those of all tools with each question: 400 characters are 100 tokens.
    each(({ name, facts: { description } }) => {
      expect(description.length, name).toBeGreaterThan(80);
      expect(description.length, name).toBeLessThanOrEqual(400);
      expect(description, name).toMatch(/^[A-Z].*\.$/);
    });
  });

  it('has a schema that the services of models accept', () => {
    each(({ name, argumentsSchema }) => {
      expect(Object.keys(argumentsSchema).toSorted(), name).toEqual(
        expect.arrayContaining(['additionalProperties', 'properties', 'type']),
      );
      for (const key of Object.keys(argumentsSchema))
        expect(['type', 'properties', 'required', 'additionalProperties'], name).toContain(key);
      for (const [path, schema] of schemasIn(argumentsSchema, name))
        for (const keyword of Object.keys(schema)) expect(knownKeywords, path).toContain(keyword);
    });
  });

  it('bounds every argument', () => {
    each(({ name, argumentsSchema }) => {
      for (const [path, schema] of schemasIn(argumentsSchema, name))
        expect(isBounded(schema), path).toBe(true);
    });
  });

  it('shows in its own words every member that a user has to confirm', () => {
    const confirming = tools.filter(({ facts }) => facts.requiresConfirmation);
    expect(confirming.map(({ name }) => name).toSorted()).toEqual(Object.keys(toBeConfirmed).toSorted());
    for (const tool of confirming) {
      const { prompt = '', arguments: sent } = prepared(tool, toBeConfirmed[tool.name]);
      expect(Object.keys(sent), tool.name).toEqual(Object.keys(toBeConfirmed[tool.name] ?? {}));
      for (const leaf of leavesOf(sent)) expect(prompt, tool.name).toContain(leaf.replaceAll('\n', '\n    '));
      // The addition that `withAllMembers` would have made.
      expect(prompt, tool.name).not.toContain('All of this is sent.');
    }
  });

  it('falls back on a tool with the same permission that needs no confirmation', () => {
    each((tool) => {
      const input = {
        check_drug_interactions: { medications: ['warfarin', 'aspirin'] },
        search_clinical_trials: { condition: 'asthma' },
      }[tool.name] ?? { query: 'asthma' };
      const call = tool.prepare(input);
      if (!call.ok || call.value.fallback === undefined) return;
      const { tool: name, arguments: args } = call.value.fallback;
      const other = tools.find((one) => one.name === name);
      expect(other?.prepare(args).ok, tool.name).toBe(true);
      expect(other?.facts).toMatchObject({
        permission: tool.facts.permission,
        requiresConfirmation: false,
        sends: 'nothing',
      });
    });
  });

  it('names the settings that enable it when it is disabled', () => {
    expect(tools.filter(({ unavailable }) => unavailable !== undefined)).toEqual([]);
    const off = unset.filter(({ unavailable }) => unavailable !== undefined);
    expect(off.length).toBeGreaterThan(10);
    for (const { name, unavailable = '' } of off) {
      const variables = unavailable.match(/\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b/g) ?? [];
      expect(variables, name).not.toEqual([]);
      for (const variable of variables) expect(Object.keys(settingsSchema.shape), name).toContain(variable);
      expect(unavailable, name).toMatch(/\.$/);
    }
  });
});
