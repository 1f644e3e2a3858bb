import { Button } from '../../components/button.tsx';
import { Field } from '../../components/field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { isObject, labelOf, type NamedField } from './field-spec.ts';
import { JsonField } from './json-field.tsx';
import { NumberField } from './number-field.tsx';
import styles from './schema-form.module.css';

type Values = Readonly<Record<string, unknown>>;

const NOT_GIVEN = '';
/** Texts that may be longer than this get several lines. */
const LONG = 400;

const without = (values: Values, name: string): Values =>
  Object.fromEntries(Object.entries(values).filter(([key]) => key !== name));

type GroupsProps = {
  readonly label: string;
  readonly fields: readonly NamedField[];
  readonly value: unknown;
  readonly onChange: (value: unknown) => void;
};

const Groups = ({ label, fields, value, onChange }: GroupsProps) => {
  const groups = (Array.isArray(value) ? value : []).map((group) => (isObject(group) ? group : {}));
  return (
    <div className={styles.groups}>
      <span className={styles.label}>{label}</span>
      {groups.map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: entries have no identity but their place.
        <fieldset key={index} className={styles.group}>
          <legend>{index + 1}</legend>
          <SchemaForm
            fields={fields}
            values={group}
            onChange={(changed) => onChange(groups.map((other, at) => (at === index ? changed : other)))}
          />
          <Button
            variant="plain"
            aria-label={`Remove number ${index + 1} of ${label}`}
            onPress={() => onChange(groups.filter((_, at) => at !== index))}
          >
            Remove
          </Button>
        </fieldset>
      ))}
      <div>
        <Button aria-label={`Add to ${label}`} onPress={() => onChange([...groups, {}])}>
          Add
        </Button>
      </div>
    </div>
  );
};

type OneProps = {
  readonly field: NamedField;
  readonly value: unknown;
  /** `undefined`: not given. */
  readonly onChange: (value: unknown) => void;
};

const OneField = ({ field, value, onChange }: OneProps) => {
  const { name, spec, isRequired } = field;
  const label = `${labelOf(name)}${isRequired ? '' : ' (optional)'}`;
  const common = {
    label,
    isRequired,
    ...(field.description === undefined ? {} : { description: field.description }),
  };
  const { isRequired: _, ...forChoice } = common;
  const notGiven = { value: NOT_GIVEN, label: 'Not given' };
  switch (spec.kind) {
    case 'choice':
      return (
        <SelectField
          {...forChoice}
          value={String(value ?? NOT_GIVEN)}
          options={[notGiven, ...spec.values.map((each) => ({ value: `${each}`, label: `${each}` }))]}
          onChange={(chosen) => onChange(spec.values.find((each) => `${each}` === chosen))}
        />
      );
    case 'yes-no':
      return (
        <SelectField
          {...forChoice}
          value={String(value ?? NOT_GIVEN)}
          options={[notGiven, { value: 'true', label: 'Yes' }, { value: 'false', label: 'No' }]}
          onChange={(chosen) => onChange(chosen === NOT_GIVEN ? undefined : chosen === 'true')}
        />
      );
    case 'number':
      return <NumberField {...common} spec={spec} value={value} onChange={onChange} />;
    case 'text':
      return (
        <Field
          {...common}
          type={spec.isDay ? 'date' : 'text'}
          value={typeof value === 'string' ? value : ''}
          onChange={(typed) => onChange(typed === '' ? undefined : typed)}
          {...(spec.maxLength === undefined ? {} : { maxLength: spec.maxLength })}
          {...((spec.maxLength ?? 0) > LONG ? { rows: 3 } : {})}
        />
      );
    case 'lines':
      return (
        <Field
          {...common}
          rows={3}
          description={`${field.description ?? ''} One per line.`.trim()}
          value={Array.isArray(value) ? value.join('\n') : ''}
          onChange={(typed) => onChange(typed === '' ? undefined : typed.split('\n'))}
        />
      );
    case 'groups':
      return <Groups label={label} fields={spec.fields} value={value} onChange={onChange} />;
    case 'json':
      return <JsonField {...common} value={value} onChange={onChange} rows={5} />;
  }
};

type Props = {
  readonly fields: readonly NamedField[];
  readonly values: Values;
  readonly onChange: (values: Values) => void;
};

/** A form for what a JSON schema describes. An empty field is one that is not given. */
export const SchemaForm = ({ fields, values, onChange }: Props) => (
  <div className={styles.form}>
    {fields.map((field) => (
      <OneField
        key={field.name}
        field={field}
        value={values[field.name]}
        onChange={(value) =>
          onChange(value === undefined ? without(values, field.name) : { ...values, [field.name]: value })
        }
      />
    ))}
  </div>
);
