import { omitUndefined } from '../kernel/omit-undefined.ts';
import type { AnswerPreferences } from './answer-preferences.ts';
import { type ModelRoute, routeModel } from './answering/route-model.ts';
import type { QuestionIntent } from './intent/question-intent.ts';
import type { CommandOf } from './query-commands.ts';
import { selectSources } from './sources/select-sources.ts';
import type { SourceName } from './sources/source-name.ts';

type RoutingInput = {
  readonly classified: QuestionIntent;
  /** Whether PHI was found or may be present. */
  readonly phi: boolean;
  readonly clinicalContext: boolean;
  readonly preferences?: AnswerPreferences | undefined;
  readonly sourcesWanted?: readonly SourceName[] | undefined;
  readonly settings: {
    readonly routing: 'hybrid' | 'local-only' | 'cloud-only';
    readonly enabledSources: readonly SourceName[];
  };
  readonly hasLocal: boolean;
  readonly hasCloud: boolean;
  /** The available sources. */
  readonly configured: readonly SourceName[];
};

/** Decides a question's intent, the sources to search and the model that may answer it. */
export const routeQuestion = ({
  classified: { intent, confidence, by },
  phi,
  clinicalContext,
  preferences = {},
  sourcesWanted,
  settings,
  hasLocal,
  hasCloud,
  configured,
}: RoutingInput): CommandOf<'RecordRouting'> => {
  const { chosen, leftOut } = selectSources({
    // An unknown intent excludes no source.
    intent: by === 'default' || by === 'failure' ? undefined : intent,
    preferences,
    settings,
    configured,
    ...omitUndefined({ wanted: sourcesWanted }),
  });
  const { routing } = settings;
  const { model, because }: ModelRoute = routeModel({ phi, clinicalContext, routing, hasLocal, hasCloud });
  return {
    type: 'RecordRouting',
    intent,
    confidence,
    classifiedBy: by,
    sources: chosen.map((source) => ({ ...source })),
    leftOut: leftOut.map((source) => ({ ...source })),
    routing,
    model,
    because,
  };
};
