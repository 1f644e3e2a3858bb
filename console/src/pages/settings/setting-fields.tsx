import type { ReactNode } from 'react';
import type { Settings } from '../../../../client/index.ts';
import { Field } from '../../components/field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { settingWords } from './setting-words.ts';
import {
  bounds,
  type Draft,
  isModelName,
  type NumberName,
  numberSettings,
  readNumber,
} from './settings-draft.ts';
import type { SettingName } from './use-settings.ts';

/** What all fields of the form share. */
export type SettingsFormState = {
  readonly draft: Draft;
  readonly set: (changed: Partial<Draft>) => void;
  readonly mayChange: boolean;
  readonly configured: Settings['configured'];
  /** Says where a setting comes from. */
  readonly note: (name: SettingName) => ReactNode;
};

type NumberProps = {
  readonly form: SettingsFormState;
  readonly name: NumberName;
  readonly suffix?: string;
};

/** A number within its bounds. */
export const NumberSetting = ({ form, name, suffix }: NumberProps) => (
  <Field
    label={settingWords[numberSettings[name]].label}
    value={form.draft[name]}
    onChange={(text) => form.set({ [name]: text })}
    inputMode="decimal"
    {...(suffix === undefined ? {} : { suffix })}
    isInvalid={readNumber(name, form.draft[name]) === undefined}
    errorMessage={`A ${name === 'maxTokens' ? 'whole ' : ''}number from ${bounds[name].least} to ${bounds[name].most}.`}
    isDisabled={!form.mayChange}
    description={
      <>
        {settingWords[numberSettings[name]].help} {form.note(numberSettings[name])}
      </>
    }
  />
);

type ModelProps = { readonly form: SettingsFormState; readonly name: 'localModel' | 'cloudModel' };

/** The name of a model, where one is set up. */
export const ModelSetting = ({ form, name }: ModelProps) => {
  const isConfigured = form.configured[name];
  return (
    <Field
      label={settingWords[name].label}
      value={form.draft[name]}
      onChange={(text) => form.set({ [name]: text.trim() })}
      isInvalid={!isModelName(form.draft[name])}
      errorMessage="The name of a model has letters, digits and . : / @ + - _ only."
      isDisabled={!form.mayChange || !isConfigured}
      description={
        <>
          {isConfigured ? settingWords[name].help : 'Not set up in the environment.'}{' '}
          {isConfigured ? form.note(name) : null}
        </>
      }
    />
  );
};

type ChoiceName = 'routing' | 'phiDetection' | 'toolsInQuestions';
type ChoiceProps<Name extends ChoiceName> = {
  readonly form: SettingsFormState;
  readonly name: Name;
  readonly options: readonly { readonly value: Draft[Name]; readonly label: string }[];
};

/** One of a few values. */
export const ChoiceSetting = <Name extends ChoiceName>({ form, name, options }: ChoiceProps<Name>) => (
  <SelectField
    label={settingWords[name].label}
    value={form.draft[name]}
    options={options}
    onChange={(value) => form.set({ [name]: value })}
    isDisabled={!form.mayChange}
    description={
      <>
        {settingWords[name].help} {form.note(name)}
      </>
    }
  />
);
