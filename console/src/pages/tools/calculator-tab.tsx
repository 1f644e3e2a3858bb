import { useQuery } from '@tanstack/react-query';
import { Progress } from '../../components/progress.tsx';
import { ReadFailure } from '../../components/read-failure.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useApi } from '../../session/use-session.ts';
import { CalculatorForm } from './calculator-form.tsx';

type Props = { readonly chosen: string | undefined; readonly onChoose: (calculator: string) => void };

/** The choice of a calculator, and its form. */
export const CalculatorTab = ({ chosen, onChoose }: Props) => {
  const api = useApi();
  const query = useQuery({
    queryKey: ['calculators'],
    queryFn: ({ signal }) => api.get('/api/calculators', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data, error, isPending } = query;
  if (error !== null) return <ReadFailure query={query} />;
  if (isPending) return <Progress label="Loading the calculators …" />;
  const calculators = data.toSorted((one, other) => one.title.localeCompare(other.title));
  const calculator = calculators.find(({ name }) => name === chosen) ?? calculators[0];
  if (calculator === undefined) return null;
  return (
    <>
      <SelectField
        label="Calculator"
        value={calculator.name}
        options={calculators.map(({ name, title }) => ({ value: name, label: title }))}
        onChange={onChoose}
      />
      <CalculatorForm key={calculator.name} calculator={calculator} />
    </>
  );
};
