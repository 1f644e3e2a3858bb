import { Field } from '../../components/field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import styles from './clinical-context-fields.module.css';
import { type ContextForm, contextSummary, mistakeIn } from './context-form.ts';

const sexes = [
  { value: '', label: 'Not stated' },
  { value: 'female', label: 'Female' },
  { value: 'male', label: 'Male' },
  { value: 'other', label: 'Other' },
  { value: 'unknown', label: 'Unknown' },
] as const;

type Props = { readonly value: ContextForm; readonly onChange: (value: ContextForm) => void };

/** The clinical context as fields, folded while it is not needed. */
export const ClinicalContextFields = ({ value, onChange }: Props) => {
  const set = (part: Partial<ContextForm>): void => onChange({ ...value, ...part });
  const summary = contextSummary(value);
  return (
    <details className={styles.details}>
      <summary className={styles.summary}>
        <span className={styles.title}>Patient</span>
        <span className={styles.words}>{summary === '' ? 'no details given' : summary}</span>
      </summary>
      <p className={styles.notice}>
        Enter no more about a patient than the question requires: no names, no record numbers, no dates of
        birth.
      </p>
      <div className={styles.fields}>
        {(['age', 'weight'] as const).map((name) => (
          <Field
            key={name}
            label={name === 'age' ? 'Age' : 'Weight'}
            suffix={name === 'age' ? 'years' : 'kg'}
            inputMode="decimal"
            autoComplete="off"
            value={value[name]}
            onChange={(text) => set({ [name]: text })}
            isInvalid={mistakeIn(name, value[name]) !== undefined}
            errorMessage={mistakeIn(name, value[name])}
          />
        ))}
        <SelectField label="Sex" value={value.sex} options={sexes} onChange={(sex) => set({ sex })} />
        <Field
          label="Chief complaint"
          autoComplete="off"
          value={value.complaint}
          onChange={(complaint) => set({ complaint })}
        />
        <Field
          label="Medication"
          description="Separated by commas"
          autoComplete="off"
          value={value.medications}
          onChange={(medications) => set({ medications })}
        />
        <Field
          label="Allergies"
          description="Separated by commas"
          autoComplete="off"
          value={value.allergies}
          onChange={(allergies) => set({ allergies })}
        />
        <Field
          className={styles.wide}
          label="History that matters here"
          rows={2}
          autoComplete="off"
          value={value.history}
          onChange={(history) => set({ history })}
        />
      </div>
    </details>
  );
};
