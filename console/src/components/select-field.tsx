import { type ReactNode, useId } from 'react';
import styles from './field.module.css';
import { joinClasses } from './join-classes.ts';

type SelectFieldProps<Value extends string> = {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly onChange: (value: Value) => void;
  readonly description?: ReactNode;
  readonly isDisabled?: boolean;
  readonly className?: string | undefined;
};

/** A labelled choice among a few. The browser's own control: phones and screen readers know it best. */
export const SelectField = <Value extends string>(props: SelectFieldProps<Value>) => {
  const { label, value, options, onChange, description, isDisabled = false, className } = props;
  const id = useId();
  return (
    <div className={joinClasses(styles.field, className)}>
      <label className={styles.label} htmlFor={id}>
        {label}
      </label>
      <select
        id={id}
        className={styles.input}
        value={value}
        disabled={isDisabled}
        aria-describedby={description === undefined ? undefined : `${id}-description`}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen !== undefined) onChange(chosen.value);
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      {description === undefined ? null : (
        <span id={`${id}-description`} className={styles.description}>
          {description}
        </span>
      )}
    </div>
  );
};
