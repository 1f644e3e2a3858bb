import { useState } from 'react';
import type { Calculator } from '../../../../client/index.ts';
import { SelectField } from '../../components/select-field.tsx';
import styles from './calculator-parameter.module.css';
import { isObject, labelOf } from './field-spec.ts';
import { NumberField } from './number-field.tsx';

type Parameter = Calculator['parameters'][string];

type Props = {
  readonly parameter: Parameter;
  readonly value: unknown;
  /** `undefined`: not given. */
  readonly onChange: (value: unknown) => void;
};

const NOT_GIVEN = { value: '', label: 'Not given' };

/** Some publications give a choice no more than its points. */
const choiceText = (name: string, words: string): string =>
  /^-?[\d.]+ points?$/.test(words) && !/^\d+$/.test(name) ? `${labelOf(name)} (${words})` : words;

const AmountField = ({ parameter, value, onChange, label }: Props & { readonly label: string }) => {
  const { units = [], minimum, maximum, whole = false, required } = parameter;
  const [unit, setUnit] = useState(
    isObject(value) && typeof value.unit === 'string' ? value.unit : (units[0] ?? ''),
  );
  const hasChoice = units.length > 1;
  const change = (number: number | undefined, of: string): void =>
    onChange(number === undefined ? undefined : hasChoice ? { value: number, unit: of } : number);
  const number = isObject(value) ? value.value : value;
  const isUsual = unit === units[0];
  return (
    <div className={styles.amount}>
      <NumberField
        label={label}
        isRequired={required}
        {...(hasChoice || unit === '' ? {} : { suffix: unit })}
        // The bounds are those of the first unit; the server knows them for the others.
        spec={{
          isWhole: whole,
          minimum: isUsual ? minimum : undefined,
          maximum: isUsual ? maximum : undefined,
        }}
        value={number}
        onChange={(entered) => change(entered, unit)}
      />
      {hasChoice ? (
        <SelectField
          label="Unit"
          value={unit}
          options={units.map((each) => ({ value: each, label: each }))}
          onChange={(chosen) => {
            setUnit(chosen);
            if (typeof number === 'number') change(number, chosen);
          }}
        />
      ) : null}
    </div>
  );
};

/** One parameter of a calculator. */
export const CalculatorParameter = ({ parameter, value, onChange }: Props) => {
  const { kind, required, choices = {} } = parameter;
  const label = `${parameter.label}${required ? '' : ' (optional)'}`;
  if (kind === 'amount')
    return <AmountField parameter={parameter} value={value} onChange={onChange} label={label} />;
  if (kind === 'yes_no')
    return (
      <SelectField
        label={label}
        value={String(value ?? '')}
        options={[NOT_GIVEN, { value: 'true', label: 'Yes' }, { value: 'false', label: 'No' }]}
        onChange={(chosen) => onChange(chosen === '' ? undefined : chosen === 'true')}
      />
    );
  return (
    <SelectField
      label={label}
      value={String(value ?? '')}
      options={[
        NOT_GIVEN,
        ...Object.entries(choices).map(([name, words]) => ({ value: name, label: choiceText(name, words) })),
      ]}
      onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
    />
  );
};
