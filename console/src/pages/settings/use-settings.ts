import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Settings } from '../../../../client/index.ts';
import { useApi, useMay } from '../../session/use-session.ts';

/** The settings in force, as values. */
export type SettingValues = Settings['settings'];
/** The settings that this page changes. */
export type SettingName = Exclude<keyof SettingValues, 'selfCheckQuestions'>;
/** New values; `null` goes back to what the environment says. */
export type SettingsChange = { readonly [Name in SettingName]?: SettingValues[Name] | null };

const KEY = 'settings';
const STREAM = 'settings-consultation';
/** The most that are read of the history: a settings page is no archive, and the audit pages show all of it. */
const MOST_CHANGES = 500;

/** The settings, with the revision that a change is based on. */
export const useSettings = () => {
  const api = useApi();
  return useQuery({
    queryKey: [KEY, 'now'],
    queryFn: async ({ signal }) => {
      const { data, revision } = await api.getAnswer('/api/admin/settings', { signal });
      return { ...data, revision };
    },
  });
};

/** The names of the tools, to choose one from. */
export const useToolNames = () => {
  const api = useApi();
  const mayRead = useMay()('tools:read');
  const { data } = useQuery({
    queryKey: ['tools', 'names'],
    queryFn: async ({ signal }) =>
      (await api.get('/api/tools', { signal })).flatMap((tool) => ('name' in tool ? [tool.name] : [])),
    enabled: mayRead,
  });
  return data ?? [];
};

/**
 * The changes of the settings, newest first, with their reasons.
 *
 * @param hasChanges without a change there is no history to read yet
 */
export const useSettingsHistory = (hasChanges: boolean) => {
  const api = useApi();
  const mayRead = useMay()('audit:read');
  return useQuery({
    queryKey: [KEY, 'history'],
    queryFn: async ({ signal }) => {
      const { events } = await api.get('/api/audit/streams/{streamId}', {
        path: { streamId: STREAM },
        query: { limit: MOST_CHANGES },
        signal,
      });
      return events.toReversed();
    },
    enabled: mayRead && hasChanges,
  });
};

type Given = {
  readonly change: SettingsChange;
  readonly reason: string;
  /** The revision that the person saw; unknown before the first change. */
  readonly revision: number | undefined;
};

/** Changes settings, unless another person did so in the meantime. */
export const useChangeSettings = () => {
  const api = useApi();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: ({ change, reason, revision }: Given) =>
      api.post('/api/commands/ChangeSettings', {
        body: { ...change, reason },
        headers: revision === undefined ? {} : { 'If-Match': `"${revision}"` },
      }),
    onSettled: () => queries.invalidateQueries({ queryKey: [KEY] }),
  });
};
