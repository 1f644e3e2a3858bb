import type { QuestionIntent } from '../intent/question-intent.ts';
import type { SourceName } from './source-name.ts';
import { sourceNames } from './source-name.ts';

type SourceIntent = QuestionIntent['intent'];

type ChosenSource = {
  readonly source: SourceName;
  readonly because: 'wanted' | 'preferred' | 'matrix' | 'fallback';
};
type LeftOutSource = {
  readonly source: SourceName;
  readonly because: 'excluded' | 'disabled' | 'not_configured' | 'not_wanted';
};
export type SourceSelection = {
  readonly chosen: readonly ChosenSource[];
  readonly leftOut: readonly LeftOutSource[];
};

type SelectionRequest = {
  /** Undefined if unknown; every source is then searched (failure matrix, "Intent Classifier"). */
  readonly intent: SourceIntent | undefined;
  readonly preferences?: {
    readonly preferSources?: readonly SourceName[] | undefined;
    readonly excludeSources?: readonly SourceName[] | undefined;
  };
  readonly settings: { readonly enabledSources: readonly SourceName[] };
  /** The sources named for this question; only these are searched. */
  readonly wanted?: readonly SourceName[] | undefined;
  /** The available sources. */
  readonly configured: readonly SourceName[];
};

type Priorities = { readonly first: readonly SourceName[]; readonly otherwise: readonly SourceName[] };

/**
 * Query orchestration, "Source Selection", in its order. OpenEvidence, the other licensed reference, follows
 * UpToDate; labels, which are also drug references, follow those.
 */
const matrix: Readonly<Record<SourceIntent, Priorities>> = {
  diagnosis: { first: ['knowledge_base', 'uptodate', 'openevidence'], otherwise: ['pubmed', 'guidelines'] },
  treatment: { first: ['uptodate', 'openevidence', 'guidelines'], otherwise: ['knowledge_base', 'pubmed'] },
  drug_info: { first: ['knowledge_base', 'uptodate', 'openevidence', 'openfda'], otherwise: ['pubmed'] },
  guideline: { first: ['guidelines', 'uptodate', 'openevidence'], otherwise: ['knowledge_base'] },
  case_consultation: {
    first: ['knowledge_base', 'uptodate', 'openevidence', 'pubmed'],
    otherwise: ['notes'],
  },
  general: { first: ['uptodate', 'openevidence', 'knowledge_base'], otherwise: ['pubmed', 'guidelines'] },
};

/**
 * Maximum number of sources chosen by the matrix ("Limit to top 3 sources for speed"); more may be named explicitly.
 */
const MOST_BY_MATRIX = 3;

const refusalOf = (
  source: SourceName,
  { preferences, settings, wanted, configured }: SelectionRequest,
): LeftOutSource['because'] | undefined => {
  if (preferences?.excludeSources?.includes(source)) return 'excluded';
  if (!settings.enabledSources.includes(source)) return 'disabled';
  if (!configured.includes(source)) return 'not_configured';
  return wanted !== undefined && !wanted.includes(source) ? 'not_wanted' : undefined;
};

const candidatesOf = ({ intent, preferences, wanted }: SelectionRequest): readonly ChosenSource[] => {
  if (wanted !== undefined) return wanted.map((source) => ({ source, because: 'wanted' }));
  const preferred = (preferences?.preferSources ?? []).map(
    (source): ChosenSource => ({ source, because: 'preferred' }),
  );
  if (intent === undefined)
    return [...preferred, ...sourceNames.map((source): ChosenSource => ({ source, because: 'fallback' }))];
  const { first, otherwise } = matrix[intent];
  return [
    ...preferred,
    ...first.map((source): ChosenSource => ({ source, because: 'matrix' })),
    ...otherwise.map((source): ChosenSource => ({ source, because: 'fallback' })),
  ];
};

/** If none of the named sources can be searched, falls back to the knowledge base. */
const orKnowledgeBase = (
  chosen: readonly ChosenSource[],
  refusal: LeftOutSource['because'] | undefined,
): readonly ChosenSource[] =>
  chosen.length === 0 && refusal === 'not_wanted'
    ? [{ source: 'knowledge_base', because: 'fallback' }]
    : chosen;

/** Keeps the first candidate of each source. */
const once = (candidates: readonly ChosenSource[]): readonly ChosenSource[] =>
  candidates.filter(
    ({ source }, index) => candidates.findIndex((other) => other.source === source) === index,
  );

/** Keeps a place for the knowledge base, the hospital's own word, among the sources chosen by the matrix. */
const withKnowledgeBase = (candidates: readonly ChosenSource[], most: number): readonly ChosenSource[] => {
  const best = candidates.slice(0, most);
  if (best.some(({ source }) => source === 'knowledge_base')) return best;
  const own = candidates.find(({ source }) => source === 'knowledge_base') ?? {
    source: 'knowledge_base',
    because: 'fallback',
  };
  return [...best.slice(0, most - 1), own];
};

/**
 * Selects the sources to search, in order, with the reasons for leaving out the others. Sources named for the
 * question are used exclusively; otherwise the preferred ones come first, and the matrix of the intent fills up to
 * three. The knowledge base is included unless it is excluded by name, or other sources are named and at least one of
 * them can be searched.
 */
export const selectSources = (request: SelectionRequest): SourceSelection => {
  const refusals = new Map(
    sourceNames.map((source): [SourceName, LeftOutSource['because'] | undefined] => [
      source,
      refusalOf(source, request),
    ]),
  );
  const open = once(candidatesOf(request)).filter(({ source }) => refusals.get(source) === undefined);
  const takesAll = request.wanted !== undefined || request.intent === undefined;
  const preferred = open.filter(({ because }) => because === 'preferred').length;
  const chosen =
    takesAll || refusals.get('knowledge_base') !== undefined
      ? open.slice(0, takesAll ? open.length : Math.max(MOST_BY_MATRIX, preferred))
      : withKnowledgeBase(open, Math.max(MOST_BY_MATRIX, preferred + 1));
  const searched = orKnowledgeBase(chosen, refusals.get('knowledge_base'));
  const isChosen = new Set(searched.map(({ source }) => source));
  return {
    chosen: searched,
    leftOut: sourceNames.flatMap((source) =>
      isChosen.has(source) ? [] : [{ source, because: refusals.get(source) ?? 'not_wanted' }],
    ),
  };
};
