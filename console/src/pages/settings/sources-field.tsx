import type { ReactNode } from 'react';
import { CheckField } from '../../components/check-field.tsx';
import { type SourceName, settingWords, sourceWords } from './setting-words.ts';
import styles from './sources-field.module.css';

type Props = {
  readonly chosen: readonly SourceName[];
  /** What this installation can search. */
  readonly configured: readonly SourceName[];
  readonly isDisabled: boolean;
  readonly onChange: (chosen: SourceName[]) => void;
  readonly note: ReactNode;
};

const names = Object.keys(sourceWords) as readonly SourceName[];

/** Which sources are searched: at least one. */
export const SourcesField = ({ chosen, configured, isDisabled, onChange, note }: Props) => (
  <fieldset className={styles.sources}>
    <legend>{settingWords.enabledSources.label}</legend>
    {names.map((name) => (
      <CheckField
        key={name}
        label={sourceWords[name]}
        isSelected={chosen.includes(name)}
        isDisabled={isDisabled}
        {...(configured.includes(name) ? {} : { description: 'Not set up in the environment.' })}
        onChange={(isSelected) =>
          onChange(names.filter((each) => (each === name ? isSelected : chosen.includes(each))))
        }
      />
    ))}
    {chosen.length === 0 ? (
      <p className={styles.error} role="alert">
        Choose at least one source.
      </p>
    ) : null}
    <p className={styles.note}>
      {settingWords.enabledSources.help} {note}
    </p>
  </fieldset>
);
