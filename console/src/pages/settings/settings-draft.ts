import type { SettingName, SettingsChange, SettingValues } from './use-settings.ts';

type ToolAccess = NonNullable<SettingValues['toolAccess']>[number];
export type RoleName = ToolAccess['roles'][number];

/** Who may call a tool, as the form writes it. */
export type DraftAccess = {
  readonly tool: string;
  readonly roles: readonly RoleName[];
  /** User ids, one a line. */
  readonly people: string;
};

const peopleIn = (text: string): readonly string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim())
      .filter((line) => line !== ''),
  ),
];

/** The form as it is filled in. Numbers are text until they are sent. */
export type Draft = {
  readonly routing: NonNullable<SettingValues['routing']>;
  readonly localModel: string;
  readonly cloudModel: string;
  readonly enabledSources: NonNullable<SettingValues['enabledSources']>;
  /** Seconds. */
  readonly searchTimeout: string;
  readonly confidenceThreshold: string;
  readonly maxTokens: string;
  readonly temperature: string;
  readonly monthlyCostLimitUsd: string;
  readonly phiDetection: NonNullable<SettingValues['phiDetection']>;
  readonly toolsInQuestions: NonNullable<SettingValues['toolsInQuestions']>;
  readonly toolAccess: readonly DraftAccess[];
};

const textOf = (value: number | string | undefined): string => (value === undefined ? '' : String(value));

/** The form for the settings in force. */
export const draftOf = (values: SettingValues): Draft => ({
  routing: values.routing ?? 'hybrid',
  localModel: textOf(values.localModel),
  cloudModel: textOf(values.cloudModel),
  enabledSources: values.enabledSources ?? [],
  searchTimeout: values.searchTimeoutMs === undefined ? '' : String(values.searchTimeoutMs / 1000),
  confidenceThreshold: textOf(values.confidenceThreshold),
  maxTokens: textOf(values.maxTokens),
  temperature: textOf(values.temperature),
  monthlyCostLimitUsd: textOf(values.monthlyCostLimitUsd),
  phiDetection: values.phiDetection ?? 'strict',
  toolsInQuestions: values.toolsInQuestions ?? 'all',
  toolAccess: (values.toolAccess ?? []).map(({ people, ...access }) => ({
    ...access,
    people: people.join('\n'),
  })),
});

type Bounds = { readonly least: number; readonly most: number; readonly isWhole?: boolean };

/** The bounds of the numbers, as the form writes them. */
export const bounds = {
  searchTimeout: { least: 0.001, most: 60 },
  confidenceThreshold: { least: 0, most: 1 },
  maxTokens: { least: 50, most: 32_000, isWhole: true },
  temperature: { least: 0, most: 2 },
  monthlyCostLimitUsd: { least: 0, most: 1_000_000 },
} as const satisfies Readonly<Record<string, Bounds>>;
export type NumberName = keyof typeof bounds;

/** The settings that the numbers are sent as, some in another unit. */
export const numberSettings = {
  searchTimeout: 'searchTimeoutMs',
  confidenceThreshold: 'confidenceThreshold',
  maxTokens: 'maxTokens',
  temperature: 'temperature',
  monthlyCostLimitUsd: 'monthlyCostLimitUsd',
} as const satisfies Readonly<Record<NumberName, SettingName>>;

/** Reads a number; `undefined` if the text is none, or out of bounds. An empty text is `null`: not set. */
export const readNumber = (name: NumberName, text: string): number | null | undefined => {
  const trimmed = text.trim().replace(',', '.');
  if (trimmed === '') return null;
  const { least, most, isWhole = false }: Bounds = bounds[name];
  const number = Number(trimmed);
  if (!Number.isFinite(number) || number < least || number > most) return undefined;
  return isWhole && !Number.isInteger(number) ? undefined : number;
};

const MODEL = /^[\w.:/@+-]{1,200}$/;
export const isModelName = (text: string): boolean => text === '' || MODEL.test(text);

/** The numbers of the form that cannot be sent. */
export const wrongNumbers = (draft: Draft): readonly NumberName[] =>
  (Object.keys(bounds) as readonly NumberName[]).filter(
    (name) => readNumber(name, draft[name]) === undefined,
  );

const inForce = (draft: Draft): Readonly<Record<SettingName, unknown>> => {
  const timeout = readNumber('searchTimeout', draft.searchTimeout);
  const { searchTimeout: _, ...same } = draft;
  return {
    ...same,
    localModel: draft.localModel === '' ? null : draft.localModel,
    cloudModel: draft.cloudModel === '' ? null : draft.cloudModel,
    searchTimeoutMs: timeout == null ? timeout : Math.round(timeout * 1000),
    confidenceThreshold: readNumber('confidenceThreshold', draft.confidenceThreshold),
    maxTokens: readNumber('maxTokens', draft.maxTokens),
    temperature: readNumber('temperature', draft.temperature),
    monthlyCostLimitUsd: readNumber('monthlyCostLimitUsd', draft.monthlyCostLimitUsd),
    toolAccess:
      draft.toolAccess.length === 0
        ? null
        : draft.toolAccess.map(({ tool, roles, people }) => ({ tool, roles, people: peopleIn(people) })),
  };
};

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The order of lists has no meaning in a setting. */
const sameValue = (one: unknown, other: unknown): boolean => {
  if (Array.isArray(one) && Array.isArray(other))
    return one.length === other.length && one.every((each) => other.some((value) => sameValue(each, value)));
  if (isRecord(one) && isRecord(other))
    return Object.entries(one).every(([name, value]) => sameValue(value, Reflect.get(other, name)));
  return (one ?? null) === (other ?? null);
};

/** What the form changes of the settings in force. */
export const changeOf = (draft: Draft, values: SettingValues): SettingsChange =>
  Object.fromEntries(
    Object.entries(inForce(draft)).filter(
      ([name, value]) => value !== undefined && !sameValue(value, Reflect.get(values, name)),
    ),
  );
