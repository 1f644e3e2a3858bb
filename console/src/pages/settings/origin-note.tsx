import type { Settings } from '../../../../client/index.ts';
import { Button } from '../../components/button.tsx';
import { momentText } from '../../components/moment.tsx';
import styles from './origin-note.module.css';
import { settingWords } from './setting-words.ts';
import type { SettingName } from './use-settings.ts';

type Props = {
  readonly name: SettingName;
  readonly origin: Settings['origins'][SettingName];
  /** Goes back to what the environment says. */
  readonly onReset: (() => void) | undefined;
};

/** Where a value comes from, and for a changed one the way back. */
export const OriginNote = ({ name, origin: { from, by, at }, onReset }: Props) => {
  if (from === 'default') return <span>This is the default.</span>;
  if (from === 'environment') return <span>Set in the environment.</span>;
  return (
    <span>
      Changed{by === undefined ? '' : ` by ${by}`}
      {at === undefined ? '' : `, ${momentText(at)}`}.{' '}
      {onReset === undefined ? null : (
        <Button
          variant="plain"
          className={styles.reset}
          aria-label={`Reset ${settingWords[name].label}`}
          onPress={onReset}
        >
          Reset
        </Button>
      )}
    </span>
  );
};
