import type { z } from 'zod';
import { preferencesOf } from '../../commands/lookups/preferences-of.ts';
import { recordFrom } from '../../domain/kernel/record-from.ts';
import { responsibleUserId } from '../../domain/kernel/responsible-user-id.ts';
import { type SettingName, settingNames } from '../../domain/operations/consultation-settings.ts';
import type { FollowedSettings } from '../../ports/settings-reader.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import {
  preferencesRepresentation,
  settingsRepresentation,
} from '../representations/settings-representation.ts';
import { defineRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

/** The values in force and their origins. */
const describe = ({ current, inForce, ground: { environment, configured } }: FollowedSettings) => {
  const { origins } = inForce();
  const originOf = (name: SettingName) => {
    const changed = origins.get(name);
    if (changed) return { from: 'changed' as const, ...changed };
    return { from: environment[name] === undefined ? ('default' as const) : ('environment' as const) };
  };
  return {
    settings: current(),
    origins: recordFrom<z.input<typeof settingsRepresentation>['origins']>(settingNames, originOf),
    configured,
  };
};

type Needs = Pick<HttpApiServices, 'settings' | 'commandServices'>;

/** The settings for answering questions, for admins, and the caller's own answer preferences. */
export const settingsRoutes = ({ settings, commandServices }: Needs): readonly Route[] => [
  defineRoute({
    method: 'GET',
    path: '/api/admin/settings',
    access: 'settings:read',
    tag: 'Operations',
    operationId: 'getSettings',
    summary:
      'The settings for answering questions: the values in force, their origin, and who changed them when.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: none,
    response: settingsRepresentation,
    entityTag: 'partial',
    handle: async () => {
      await settings.refresh();
      const { revision } = settings.inForce();
      return answerData(describe(settings), {
        // A node's environment is not part of the stream, so the revision does not identify the whole.
        ...(revision < 0 ? {} : { revision, revisionIsPartial: true }),
      });
    },
  }),
  defineRoute({
    method: 'GET',
    path: '/api/preferences',
    access: 'queries:ask',
    tag: 'Consultation',
    operationId: 'getPreferences',
    summary: 'The caller’s preferences for answers: style and placement of citations, sources.',
    ownership: 'self',
    discloses: 'nothing',
    params: none,
    query: none,
    body: none,
    response: preferencesRepresentation,
    entityTag: 'partial',
    handle: async (_input, { caller }) => {
      const { state, revision } = await preferencesOf(responsibleUserId(caller.actor), commandServices);
      return answerData(state, revision < 0 ? {} : { revision, revisionIsPartial: true });
    },
  }),
];
