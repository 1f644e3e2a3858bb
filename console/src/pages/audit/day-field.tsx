import { useId } from 'react';
import fields from '../../components/field.module.css';

type DayFieldProps = {
  readonly label: string;
  /** `YYYY-MM-DD` */
  readonly value: string | undefined;
  readonly onChange: (day: string | undefined) => void;
};

/** A day, by the browser's own calendar. */
export const DayField = ({ label, value, onChange }: DayFieldProps) => {
  const id = useId();
  return (
    <div className={fields.field}>
      <label className={fields.label} htmlFor={id}>
        {label}
      </label>
      <input
        id={id}
        type="date"
        className={fields.input}
        value={value ?? ''}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.value)}
      />
    </div>
  );
};
