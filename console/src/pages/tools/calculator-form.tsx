import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { Calculator } from '../../../../client/index.ts';
import { Button } from '../../components/button.tsx';
import { EmptyState } from '../../components/empty-state.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { useApi, useMay } from '../../session/use-session.ts';
import { CalculationResult, Sources } from './calculation-result.tsx';
import styles from './calculator-form.module.css';
import { CalculatorParameter } from './calculator-parameter.tsx';

type Values = Readonly<Record<string, unknown>>;

const given = (values: Values): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** A calculator as a form. Nothing that is entered is stored. */
export const CalculatorForm = ({ calculator }: { readonly calculator: Calculator }) => {
  const api = useApi();
  const mayCall = useMay()('tools:call');
  const [values, setValues] = useState<Values>({});
  // Filling in the example replaces the fields, so that each shows its new value.
  const [filling, setFilling] = useState(0);
  const calculate = useMutation({
    mutationFn: (body: Record<string, unknown>) =>
      api.post('/api/calculators/{name}', { path: { name: calculator.name }, body }),
  });
  const change = (name: string, value: unknown): void => {
    setValues((before) => ({ ...before, [name]: value }));
    // A result beside other values than its own would mislead.
    if (calculate.data !== undefined || calculate.error !== null) calculate.reset();
  };
  const fill = (filled: Values): void => {
    setValues(filled);
    setFilling((before) => before + 1);
    calculate.reset();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (mayCall) calculate.mutate(given(values));
  };
  const { title, purpose, parameters, example, limits, sources } = calculator;
  return (
    <div className={styles.columns}>
      <Section title={title} lead={purpose}>
        {limits.length === 0 ? null : (
          <Notice tone="warning" title="Limits">
            <ul className={styles.limits}>
              {limits.map((limit) => (
                <li key={limit}>{limit}</li>
              ))}
            </ul>
          </Notice>
        )}
        <form className={styles.form} onSubmit={submit}>
          {Object.entries(parameters).map(([name, parameter]) => (
            <CalculatorParameter
              key={`${name} ${filling}`}
              parameter={parameter}
              value={values[name]}
              onChange={(value) => change(name, value)}
            />
          ))}
          <div className={styles.actions}>
            {mayCall ? (
              <Button type="submit" variant="contained" isPending={calculate.isPending}>
                Calculate
              </Button>
            ) : null}
            <Button onPress={() => fill(example)}>Fill in the example</Button>
            <Button variant="plain" onPress={() => fill({})}>
              Clear
            </Button>
          </div>
        </form>
      </Section>
      <div className={styles.outcome}>
        <div role="status" className={styles.outcome}>
          {calculate.error === null ? null : <ErrorNotice error={calculate.error} />}
          {calculate.data === undefined ? null : <CalculationResult calculation={calculate.data} />}
          {calculate.data === undefined && calculate.error === null ? (
            <EmptyState title="The result appears here">Nothing that you enter is stored.</EmptyState>
          ) : null}
        </div>
        <Section title="Published in">
          <Sources sources={sources} />
        </Section>
      </div>
    </div>
  );
};
