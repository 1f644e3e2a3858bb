import { type FormEvent, useState } from 'react';
import type { Settings } from '../../../../client/index.ts';
import { Button } from '../../components/button.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { useMay } from '../../session/use-session.ts';
import { ChangeDialog } from './change-dialog.tsx';
import { OriginNote } from './origin-note.tsx';
import { ChoiceSetting, ModelSetting, NumberSetting, type SettingsFormState } from './setting-fields.tsx';
import { detectionWords, routingWords, settingWords, toolWords } from './setting-words.ts';
import { changeOf, type Draft, draftOf, isModelName, wrongNumbers } from './settings-draft.ts';
import styles from './settings-form.module.css';
import { SourcesField } from './sources-field.tsx';
import { ToolAccessField } from './tool-access-field.tsx';
import type { SettingName, SettingsChange } from './use-settings.ts';

const optionsOf = <Value extends string>(
  values: readonly Value[],
  words: Readonly<Record<Value, string>>,
): readonly { readonly value: Value; readonly label: string }[] =>
  values.map((value) => ({ value, label: words[value] }));

const routings = optionsOf(['hybrid', 'local-only', 'cloud-only'], routingWords);
const detections = optionsOf(['strict', 'lenient', 'off'], detectionWords);
const toolUses = optionsOf(['all', 'read_only', 'off'], toolWords);

type Props = { readonly settings: Settings; readonly revision: number | undefined };

/** The settings as a form. A change is sent with its reason, and only if nothing else has changed in the meantime. */
export const SettingsForm = ({ settings: { settings, origins, configured }, revision }: Props) => {
  const mayChange = useMay()('settings:change');
  // What the person has typed so far, over the settings in force: those may change while the form is open.
  const [edits, setEdits] = useState<Partial<Draft>>({});
  const [asked, setAsked] = useState<SettingsChange>();
  const draft: Draft = { ...draftOf(settings), ...edits };
  const set = (changed: Partial<Draft>): void => setEdits({ ...edits, ...changed });
  const change = changeOf(draft, settings);
  const isWrong =
    wrongNumbers(draft).length > 0 ||
    draft.enabledSources.length === 0 ||
    !isModelName(draft.localModel) ||
    !isModelName(draft.cloudModel);
  const isChanged = Object.keys(change).length > 0;
  const note = (name: SettingName) => (
    <OriginNote
      name={name}
      origin={origins[name]}
      onReset={mayChange ? () => setAsked({ [name]: null }) : undefined}
    />
  );
  const form: SettingsFormState = { draft, set, mayChange, configured, note };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (mayChange && isChanged && !isWrong) setAsked(change);
  };
  return (
    <form className={styles.form} onSubmit={submit}>
      {mayChange ? null : <Notice>You may read the settings, but not change them.</Notice>}
      <div className={styles.sections}>
        <Section title="Models">
          <ChoiceSetting form={form} name="routing" options={routings} />
          <ModelSetting form={form} name="localModel" />
          <ModelSetting form={form} name="cloudModel" />
          <NumberSetting form={form} name="maxTokens" suffix="tokens" />
          <NumberSetting form={form} name="temperature" />
          <NumberSetting form={form} name="monthlyCostLimitUsd" suffix="US dollars a month" />
        </Section>
        <Section title="Search">
          <SourcesField
            chosen={draft.enabledSources}
            configured={configured.sources}
            isDisabled={!mayChange}
            onChange={(enabledSources) => set({ enabledSources })}
            note={note('enabledSources')}
          />
          <NumberSetting form={form} name="searchTimeout" suffix="seconds" />
          <NumberSetting form={form} name="confidenceThreshold" />
        </Section>
        <Section title="Safety">
          <ChoiceSetting form={form} name="phiDetection" options={detections} />
          <ChoiceSetting form={form} name="toolsInQuestions" options={toolUses} />
        </Section>
        <Section title={settingWords.toolAccess.label}>
          <ToolAccessField form={form} />
        </Section>
      </div>
      {mayChange ? (
        <div className={styles.bar}>
          <Button type="submit" variant="contained" isDisabled={!isChanged || isWrong}>
            Save changes
          </Button>
          <Button isDisabled={Object.keys(edits).length === 0} onPress={() => setEdits({})}>
            Undo
          </Button>
        </div>
      ) : null}
      {asked === undefined ? null : (
        <ChangeDialog
          change={asked}
          before={settings}
          revision={revision}
          onClose={() => setAsked(undefined)}
          onChanged={() => {
            setEdits({});
            setAsked(undefined);
          }}
        />
      )}
    </form>
  );
};
