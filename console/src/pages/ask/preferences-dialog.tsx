import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Progress } from '../../components/progress.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useNotify } from '../../components/toasts.tsx';
import { useApi } from '../../session/use-session.ts';
import styles from './preferences-dialog.module.css';
import { type Preferences, type Source, sourceNames } from './query-types.ts';

const styleOptions = [
  { value: 'AMA', label: 'AMA: raised numbers' },
  { value: 'APA', label: 'APA: author and year' },
  { value: 'Vancouver', label: 'Vancouver: numbers in brackets' },
] as const;
const displayOptions = [
  { value: 'inline', label: 'In the text, with a list below' },
  { value: 'footnote', label: 'As footnotes' },
  { value: 'sidebar', label: 'Beside the answer, with excerpts' },
] as const;
const choiceOptions = [
  { value: 'normal', label: 'Use' },
  { value: 'prefer', label: 'Put first' },
  { value: 'exclude', label: 'Do not use' },
] as const;
type Choice = (typeof choiceOptions)[number]['value'];

const choosable: readonly Source[] = [
  'knowledge_base',
  'guidelines',
  'pubmed',
  'openfda',
  'uptodate',
  'openevidence',
  'notes',
];

const choiceOf = ({ preferSources = [], excludeSources = [] }: Preferences, source: Source): Choice => {
  if (preferSources.includes(source)) return 'prefer';
  return excludeSources.includes(source) ? 'exclude' : 'normal';
};

const withChoice = (preferences: Preferences, source: Source, choice: Choice): Preferences => {
  const others = (sources: readonly Source[] = []): readonly Source[] =>
    sources.filter((one) => one !== source);
  const prefer = others(preferences.preferSources);
  const exclude = others(preferences.excludeSources);
  return {
    ...preferences,
    preferSources: choice === 'prefer' ? [...prefer, source] : prefer,
    excludeSources: choice === 'exclude' ? [...exclude, source] : exclude,
  };
};

type FormProps = { readonly saved: Preferences; readonly onClose: () => void };

const PreferencesForm = ({ saved, onClose }: FormProps) => {
  const api = useApi();
  const queries = useQueryClient();
  const notify = useNotify();
  const [preferences, setPreferences] = useState(saved);
  const save = useMutation({
    mutationFn: () => api.post('/api/commands/ChangePreferences', { body: preferences }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['preferences'] });
      notify('Saved. This applies from your next question.');
      onClose();
    },
  });
  return (
    <Dialog
      title="Preferences for answers"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="contained" isPending={save.isPending} onPress={() => save.mutate()}>
            Save
          </Button>
        </>
      }
    >
      <SelectField
        label="Citation style"
        value={preferences.citationStyle ?? 'AMA'}
        options={styleOptions}
        onChange={(citationStyle) => setPreferences({ ...preferences, citationStyle })}
      />
      <SelectField
        label="Show citations"
        value={preferences.citationDisplay ?? 'inline'}
        options={displayOptions}
        onChange={(citationDisplay) => setPreferences({ ...preferences, citationDisplay })}
      />
      <fieldset className={styles.sources}>
        <legend>Sources</legend>
        {choosable.map((source) => (
          <SelectField
            key={source}
            className={styles.source}
            label={sourceNames[source]}
            value={choiceOf(preferences, source)}
            options={choiceOptions}
            onChange={(choice) => setPreferences(withChoice(preferences, source, choice))}
          />
        ))}
      </fieldset>
      {save.isError ? <ErrorNotice error={save.error} /> : null}
    </Dialog>
  );
};

type Props = { readonly onClose: () => void };

/** How a person likes citations, and which sources they trust; kept by the server for all their devices. */
export const PreferencesDialog = ({ onClose }: Props) => {
  const api = useApi();
  const { data, error } = useQuery({
    queryKey: ['preferences'],
    queryFn: ({ signal }) => api.get('/api/preferences', { signal }),
  });
  if (data !== undefined) return <PreferencesForm saved={data} onClose={onClose} />;
  return (
    <Dialog
      title="Preferences for answers"
      isOpen
      onClose={onClose}
      actions={<Button onPress={onClose}>Close</Button>}
    >
      {error === null ? <Progress label="Loading …" /> : <ErrorNotice error={error} />}
    </Dialog>
  );
};
