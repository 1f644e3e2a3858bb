import { Page } from '../../components/page.tsx';
import { Progress } from '../../components/progress.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { SettingsForm } from './settings-form.tsx';
import { SettingsHistory } from './settings-history.tsx';
import { useSettings } from './use-settings.ts';

/** How questions are answered: models, sources and limits, who changed them, and why. */
export const SettingsPage = () => {
  const query = useSettings();
  const { data, isPending } = query;
  return (
    <Page title="Settings" lead="How questions are answered, from the next question on.">
      <ReadFailure query={query} />
      {isPending ? <Progress label="Loading the settings …" /> : null}
      {data === undefined ? null : <SettingsForm settings={data} revision={data.revision} />}
      {data === undefined ? null : <SettingsHistory hasChanges={data.revision !== undefined} />}
    </Page>
  );
};
