import { useEffect, useState } from 'react';
import { Field } from '../../components/field.tsx';

type Props = {
  readonly label: string;
  readonly value: string | undefined;
  readonly onChange: (value: string) => void;
  readonly type?: 'text' | 'date';
  readonly maxLength?: number;
};

/** A filter that is typed: it counts when the field is left or Enter is pressed, not at every letter. */
export const TypedFilter = ({ label, value = '', onChange, type = 'text', maxLength = 64 }: Props) => {
  const [typed, setTyped] = useState(value);
  useEffect(() => setTyped(value), [value]);
  const apply = (): void => {
    if (typed.trim() !== value) onChange(typed.trim());
  };
  return (
    <Field
      label={label}
      type={type}
      value={typed}
      maxLength={maxLength}
      onChange={setTyped}
      onBlur={apply}
      onKeyDown={({ key }) => {
        if (key === 'Enter') apply();
      }}
    />
  );
};
