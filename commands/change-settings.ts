import { z } from 'zod';
import { Failure, failure } from '../domain/kernel/failure.ts';
import { statedReason } from '../domain/kernel/stated-reason.ts';
import { nearestName } from '../domain/language/nearest-name.ts';
import { emptySettingsBasis, settingsChangeSchema } from '../domain/operations/consultation-settings.ts';
import type { KnownQuestion } from '../domain/operations/known-question.ts';
import { consultationSettingsStream, settingsDecider } from '../domain/operations/settings-decider.ts';
import { settingsSubject } from '../domain/privacy/data-subject.ts';
import type { ToolAccess } from '../domain/tools/tool-access.ts';
import { mayHoldPhi } from '../ports/phi-detector.ts';
import type { FollowedSettings } from '../ports/settings-reader.ts';
import { type CommandDefinition, type CommandServices, defineCommand } from './runtime/command-definition.ts';
import { executeDecider } from './runtime/execute-decider.ts';

const input = settingsChangeSchema
  .extend({
    reason: statedReason({ min: 3, max: 500 }).meta({
      description: 'The reason, for reviewers. Encrypted in the log.',
    }),
  })
  .refine(
    ({ reason: _, ...change }) => Object.values(change).some((value) => value !== undefined),
    'must change at least one setting',
  );
const ids = z.object({});

/** What validates a change, and what applies it immediately. */
export type SettingsTerms = Pick<FollowedSettings, 'ground' | 'refresh'>;

/** Terms for when nothing is configured and nothing follows the settings. */
export const plainTerms: SettingsTerms = { ground: emptySettingsBasis, refresh: async () => {} };

/** The program asks known questions repeatedly, of whatever model is in use, so none may hold PHI. */
const requireWithoutPhi = async (
  questions: readonly KnownQuestion[],
  { phiDetector }: Pick<CommandServices, 'phiDetector'>,
): Promise<void> => {
  const screened = await Promise.all(questions.map(({ question }) => phiDetector.screen(question)));
  const held = screened.flatMap((one, at) => (mayHoldPhi(one) ? [at + 1] : []));
  if (held.length === 0) return;
  const isOff = screened.some(({ mode }) => mode === 'off');
  throw new Failure(
    failure(
      'rule_violated',
      isOff
        ? 'With phiDetection "off" known questions cannot be checked for PHI. Set phiDetection first.'
        : `A known question must not hold PHI, which could not be ruled out for number ${held.join(', ')}. Word the question more generally.`,
      { details: { setting: 'selfCheckQuestions' } },
    ),
  );
};

/** A misspelt tool would stay open to everyone. */
const requireKnownTools = (access: ToolAccess, { toolCalls }: Pick<CommandServices, 'toolCalls'>): void => {
  const unknown = access.filter(({ tool }) => toolCalls?.tools.find(tool) === undefined);
  if (unknown.length === 0) return;
  const names = toolCalls?.tools.all().map(({ name }) => name) ?? [];
  const issues = unknown.map(({ tool }) => {
    const meant = nearestName(tool, names);
    return {
      path: 'toolAccess',
      message: `names no tool: ${tool}.${meant === undefined ? '' : ` Did you mean ${meant}?`}`,
    };
  });
  throw new Failure(
    failure('validation_error', 'toolAccess names a tool that does not exist.', { details: { issues } }),
  );
};

/** The command that changes how questions are answered, starting with the next one. */
export const createChangeSettings = ({
  ground,
  refresh,
}: SettingsTerms): CommandDefinition<typeof input, typeof ids> =>
  defineCommand({
    name: 'ChangeSettings',
    summary:
      'Changes how questions are answered from now on: routing, models, sources, limits, and the known questions that a rebuilt index is tested with. null restores the value from the environment.',
    permission: 'settings:change',
    acceptsFile: false,
    ownership: 'none',
    discloses: 'nothing',
    input,
    ids,
    handle: async ({ reason, ...change }, context, services) => {
      const { streamId, revision, position } = await executeDecider({
        decider: settingsDecider,
        streamId: consultationSettingsStream,
        commands: async () => {
          requireKnownTools(change.toolAccess ?? [], services);
          await requireWithoutPhi(change.selfCheckQuestions ?? [], services);
          return [{ type: 'ChangeSettings' as const, change, reason, ground }];
        },
        context,
        services,
        subject: settingsSubject,
      });
      await refresh();
      return { streamId, revision, position, ids: {} };
    },
  });
