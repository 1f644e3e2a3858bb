import { SelectField } from '../../components/select-field.tsx';

type FilterSelectProps<Value extends string> = {
  readonly label: string;
  readonly values: readonly Value[];
  readonly value: Value | undefined;
  readonly onChange: (value: Value | undefined) => void;
};

/** A filter of a list: one of a few words, or all. */
export const FilterSelect = <Value extends string>({
  label,
  values,
  value,
  onChange,
}: FilterSelectProps<Value>) => (
  <SelectField<Value | ''>
    label={label}
    value={value ?? ''}
    options={[
      { value: '', label: 'all' },
      ...values.map((one) => ({ value: one, label: one.replaceAll('_', ' ') })),
    ]}
    onChange={(chosen) => onChange(chosen === '' ? undefined : chosen)}
  />
);
