import { SelectField } from '../../components/select-field.tsx';
import { type Span, useOperationsSearch } from './operations-search.ts';

const options = [
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: '30d', label: 'Last 30 days' },
] as const satisfies readonly { readonly value: Span; readonly label: string }[];

/** Chooses the span that figures are shown over. */
export const SpanSelect = () => {
  const [{ span = '24h' }, setSearch] = useOperationsSearch();
  return (
    <SelectField
      label="Span"
      value={span}
      options={options}
      onChange={(value) => setSearch({ span: value })}
    />
  );
};
