import type { RoleName } from './settings-draft.ts';
import type { SettingName, SettingValues } from './use-settings.ts';

/** The settings by name, with what each does. */
export const settingWords: Readonly<Record<SettingName, { readonly label: string; readonly help: string }>> =
  {
    routing: {
      label: 'Routing',
      help: 'Which models may answer. Questions with patient data stay local in any case.',
    },
    localModel: { label: 'Local model', help: 'Its name on the server within the premises.' },
    cloudModel: { label: 'Cloud model', help: 'Its name at the provider.' },
    enabledSources: { label: 'Sources', help: 'What is searched for an answer.' },
    searchTimeoutMs: { label: 'Search timeout', help: 'How long one source may take.' },
    confidenceThreshold: {
      label: 'Confidence threshold',
      help: 'Below it a question counts as general, and all sources are searched.',
    },
    maxTokens: { label: 'Maximum tokens', help: 'The length of a model’s answer.' },
    temperature: { label: 'Temperature', help: 'Lower is more repeatable.' },
    monthlyCostLimitUsd: {
      label: 'Cost limit',
      help: 'When it is reached, no cloud model is called this month.',
    },
    phiDetection: { label: 'Detection of patient data', help: 'Off is allowed with local models only.' },
    toolsInQuestions: { label: 'Tools in questions', help: 'Which tools a model may call while it answers.' },
    toolAccess: {
      label: 'Who may call a tool',
      help: 'A tool that is listed here is closed to everyone else, also in questions and by voice.',
    },
  };

export const routingWords: Readonly<Record<NonNullable<SettingValues['routing']>, string>> = {
  hybrid: 'Hybrid: cloud where allowed, else local',
  'local-only': 'Local models only',
  'cloud-only': 'Cloud models only',
};

export const detectionWords: Readonly<Record<NonNullable<SettingValues['phiDetection']>, string>> = {
  strict: 'Strict',
  lenient: 'Lenient',
  off: 'Off',
};

export const toolWords: Readonly<Record<NonNullable<SettingValues['toolsInQuestions']>, string>> = {
  all: 'All tools',
  read_only: 'Only tools that change nothing',
  off: 'None',
};

export type SourceName = NonNullable<SettingValues['enabledSources']>[number];

export const sourceWords: Readonly<Record<SourceName, string>> = {
  knowledge_base: 'Knowledge base',
  guidelines: 'Guidelines',
  pubmed: 'PubMed',
  openfda: 'openFDA',
  uptodate: 'UpToDate',
  openevidence: 'OpenEvidence',
  notes: 'Clinical notes',
};

export const roleWords: Readonly<Record<RoleName, string>> = {
  clinician: 'Clinicians',
  admin: 'Administrators',
  compliance: 'Compliance officers',
  service: 'Services',
};

/** What the command line changes, but this page only shows in the history. */
const elsewhere: Readonly<Record<string, string>> = {
  selfCheckQuestions: 'Known questions',
};

/** The name of a setting as people read it. */
export const labelOf = (name: string): string =>
  Object.entries(settingWords).find(([known]) => known === name)?.[1].label ?? elsewhere[name] ?? name;

const namesIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value.map(String) : []);

/** One item of a list: a name, who may call a tool, or a question. */
const itemText = (item: unknown): string => {
  if (typeof item === 'string') return item.replaceAll('_', ' ');
  if (typeof item !== 'object' || item === null || !('tool' in item)) return '1 question';
  const names = [
    ...namesIn(Reflect.get(item, 'roles')),
    ...namesIn(Reflect.get(item, 'people')).map((person) => `@${person}`),
  ];
  return `${String(item.tool)} (${names.length === 0 ? 'no one' : names.join(', ')})`;
};

/** A value as people read it. */
export const valueText = (name: string, value: unknown): string => {
  if (value === undefined || value === null) return 'Not set';
  if (name === 'searchTimeoutMs') return `${Number(value) / 1000} s`;
  if (name === 'monthlyCostLimitUsd') return `${String(value)} US dollars a month`;
  if (Array.isArray(value)) return value.length === 0 ? 'None' : value.map(itemText).join(', ');
  return String(value);
};
