import { applyChange } from '../kernel/apply-change.ts';
import type { Decider, Decision } from '../kernel/decider.ts';
import { type FailureReason, failure, refuse } from '../kernel/failure.ts';
import { streamIdOf } from '../kernel/identifiers.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { pick } from '../kernel/pick.ts';
import { ok } from '../kernel/result.ts';
import { sameData } from '../kernel/same-data.ts';
import {
  type Configured,
  type ConsultationSettings,
  effectiveSettings,
  isUnscreened,
  LEAST_PROMPT_TOKENS,
  type PartialSettings,
  type SettingName,
  type SettingsBasis,
  type SettingsChange,
  settingNames,
} from './consultation-settings.ts';
import { nothingToChange } from './nothing-to-change.ts';
import type { SettingsEvent } from './settings-events.ts';

/** The stream of all changes of the settings of answering. */
export const consultationSettingsStream = streamIdOf('settings', 'consultation');

type ChangeSettings = {
  readonly type: 'ChangeSettings';
  readonly change: SettingsChange;
  readonly reason: string;
  readonly ground: SettingsBasis;
};

/** The settings that were changed and not reset. */
type SettingsState = { readonly changed: PartialSettings };

const SET_LOCAL = 'Set LOCAL_LLM_URL and LOCAL_LLM_MODEL in the environment and restart first.';
const SET_CLOUD = 'Set LLM_API_KEY and LLM_MODEL in the environment and restart first.';

const UNSCREENED =
  'Without PHI detection nothing may leave the premises: phiDetection "off" requires the routing "local-only".';

const wrong = (setting: SettingName, message: string): FailureReason =>
  failure('rule_violated', message, { details: { setting } });

/**
 * Why settings cannot take effect with this configuration. Checks only the changed settings: an installation that lost a
 * key must still be able to change the others and to reset settings.
 */
const obstacleTo = (
  { after, before }: { readonly after: ConsultationSettings; readonly before: PartialSettings },
  names: readonly SettingName[],
  given: SettingsChange,
  { localModel, cloudModel, contextTokens, sources }: Configured,
): FailureReason | undefined => {
  const sets = (name: SettingName): boolean => names.includes(name) && given[name] != null;
  if (sets('cloudModel') && !cloudModel)
    return wrong('cloudModel', `No key for a cloud model is configured. ${SET_CLOUD}`);
  if (sets('localModel') && !localModel)
    return wrong('localModel', `No server for a local model is configured. ${SET_LOCAL}`);
  if (sets('routing') && after.routing === 'local-only' && !localModel)
    return wrong('routing', `No local model is configured to answer alone. ${SET_LOCAL}`);
  if (sets('routing') && after.routing === 'cloud-only' && !cloudModel)
    return wrong('routing', `No cloud model is configured to answer alone. ${SET_CLOUD}`);
  if (['routing', 'phiDetection'].some((name) => names.some((one) => one === name)) && isUnscreened(after))
    return wrong('phiDetection', UNSCREENED);
  if (
    sets('maxTokens') &&
    contextTokens !== undefined &&
    contextTokens - after.maxTokens < LEAST_PROMPT_TOKENS
  )
    return wrong(
      'maxTokens',
      `A prompt needs ${LEAST_PROMPT_TOKENS} of the ${contextTokens} tokens that the model takes: maxTokens can be at most ${Math.max(0, contextTokens - LEAST_PROMPT_TOKENS)}.`,
    );
  // By default all sources are on, whether or not they are configured.
  const missing = after.enabledSources.filter(
    (name) => !sources.includes(name) && before.enabledSources?.includes(name) !== true,
  );
  const isNothingLeft = !after.enabledSources.some((name) => sources.includes(name));
  if (sets('enabledSources') && (missing.length > 0 || isNothingLeft))
    return wrong(
      'enabledSources',
      `Not configured here: ${(isNothingLeft ? after.enabledSources : missing).join(', ')}. Set what it needs in the environment and restart first; see the catalogue of settings. Configured are: ${sources.join(', ')}.`,
    );
  return undefined;
};

const decide = (
  { change, reason, ground }: ChangeSettings,
  { changed }: SettingsState,
): Decision<SettingsEvent> => {
  const names = settingNames.filter((name) => {
    const wanted = change[name];
    return wanted !== undefined && !sameData(wanted ?? undefined, changed[name]);
  });
  if (names.length === 0) return nothingToChange(change);
  const before = effectiveSettings(ground.environment, changed);
  const after = effectiveSettings(ground.environment, applyChange(changed, pick(change, names)));
  const said = { ...ground.environment, ...omitUndefined(changed) };
  const obstacle = obstacleTo({ after, before: said }, names, change, ground.configured);
  if (obstacle) return refuse(obstacle.code, obstacle.message, obstacle);
  return ok([
    {
      type: 'SettingsChanged',
      data: { before: omitUndefined(pick(before, names)), after: pick(change, names), reason },
    },
  ]);
};

/** The settings of answering that were changed at run time. */
export const settingsDecider: Decider<ChangeSettings, SettingsEvent, SettingsState> = {
  initialState: { changed: {} },
  decide,
  evolve: ({ changed }, { data }) => ({ changed: applyChange(changed, data.after) }),
};
