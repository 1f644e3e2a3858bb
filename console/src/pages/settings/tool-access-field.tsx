import { Button } from '../../components/button.tsx';
import { CheckField } from '../../components/check-field.tsx';
import { Field } from '../../components/field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import type { SettingsFormState } from './setting-fields.tsx';
import { roleWords, settingWords } from './setting-words.ts';
import type { DraftAccess, RoleName } from './settings-draft.ts';
import styles from './tool-access-field.module.css';
import { useToolNames } from './use-settings.ts';

const roles = Object.keys(roleWords) as readonly RoleName[];

type EntryProps = {
  readonly entry: DraftAccess;
  readonly isDisabled: boolean;
  readonly onChange: (entry: DraftAccess) => void;
  readonly onRemove: () => void;
};

const Entry = ({ entry, isDisabled, onChange, onRemove }: EntryProps) => {
  const { tool, roles: chosen, people } = entry;
  const isClosed = chosen.length === 0 && people.trim() === '';
  return (
    <fieldset className={styles.entry}>
      <legend>{tool}</legend>
      <div className={styles.roles}>
        {roles.map((role) => (
          <CheckField
            key={role}
            label={roleWords[role]}
            isSelected={chosen.includes(role)}
            isDisabled={isDisabled}
            onChange={(isSelected) =>
              onChange({
                ...entry,
                roles: roles.filter((each) => (each === role ? isSelected : chosen.includes(each))),
              })
            }
          />
        ))}
      </div>
      <Field
        label={`People who may call ${tool}`}
        description="User ids, one per line, in addition to the roles above."
        value={people}
        rows={2}
        isDisabled={isDisabled}
        onChange={(text) => onChange({ ...entry, people: text })}
      />
      {isClosed ? <p className={styles.closed}>This tool is closed to everyone.</p> : null}
      {isDisabled ? null : (
        <Button variant="plain" onPress={onRemove} aria-label={`Open to everyone: ${tool}`}>
          Open to everyone
        </Button>
      )}
    </fieldset>
  );
};

const CHOOSE = '';

/** Who may call which tool: a tool without an entry is open to everyone who may call tools. */
export const ToolAccessField = ({ form }: { readonly form: SettingsFormState }) => {
  const { draft, set, mayChange, note } = form;
  const names = useToolNames();
  const entries = draft.toolAccess;
  const open = names.filter((name) => entries.every(({ tool }) => tool !== name));
  const change = (toolAccess: readonly DraftAccess[]): void => set({ toolAccess });
  return (
    <div className={styles.field}>
      <p className={styles.help}>
        {settingWords.toolAccess.help} {note('toolAccess')}
      </p>
      {entries.map((entry) => (
        <Entry
          key={entry.tool}
          entry={entry}
          isDisabled={!mayChange}
          onChange={(changed) => change(entries.map((each) => (each === entry ? changed : each)))}
          onRemove={() => change(entries.filter((each) => each !== entry))}
        />
      ))}
      {mayChange && open.length > 0 ? (
        <SelectField
          label="Restrict a tool"
          value={CHOOSE}
          options={[
            { value: CHOOSE, label: 'Choose a tool' },
            ...open.map((name) => ({ value: name, label: name })),
          ]}
          onChange={(tool) => {
            if (tool !== CHOOSE) change([...entries, { tool, roles: [], people: '' }]);
          }}
        />
      ) : null}
    </div>
  );
};
