import { type FormEvent, useState } from 'react';
import type { Tool } from '../../../../client/index.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Facts } from '../../components/facts.tsx';
import { Notice } from '../../components/notice.tsx';
import { Section } from '../../components/section.tsx';
import { Tabs } from '../../components/tabs.tsx';
import { useMay } from '../../session/use-session.ts';
import { fieldsOf, isObject, type NamedField } from './field-spec.ts';
import { JsonField } from './json-field.tsx';
import { RecentCalls } from './recent-calls.tsx';
import { SchemaForm } from './schema-form.tsx';
import { ToolOutcome } from './tool-outcome.tsx';
import styles from './tool-tester.module.css';
import { useToolTest } from './use-tool-test.ts';

const sendsWords = {
  nothing: 'Nothing leaves this server',
  'on-premises': 'Sent within the premises',
  outside: 'Sent outside the premises',
} as const;

const ToolFacts = ({ tool }: { readonly tool: Tool }) => (
  <>
    <p>{tool.description}</p>
    <div className={styles.badges}>
      <Badge>{tool.category}</Badge>
      <Badge tone={tool.riskLevel === 'high' ? 'warning' : 'neutral'}>Risk: {tool.riskLevel}</Badge>
      <Badge tone={tool.sends === 'outside' ? 'warning' : 'neutral'}>{sendsWords[tool.sends]}</Badge>
      {tool.requiresConfirmation ? <Badge tone="warning">Asks for confirmation</Badge> : null}
      {tool.requiresPhi ? <Badge tone="warning">Handles patient data</Badge> : null}
    </div>
    <Facts
      facts={[
        { name: 'Limit', value: `${tool.rateLimit} calls a minute` },
        { name: 'Time limit', value: `${tool.timeoutSeconds} s` },
        { name: 'Needs', value: <code>{tool.permission}</code> },
      ]}
    />
  </>
);

/** The values that fields have before anything is typed. */
const initialValues = (fields: readonly NamedField[]): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    fields.flatMap(({ name, initial }) =>
      initial === undefined || initial === null ? [] : [[name, initial]],
    ),
  );

/** Empty lines of a list are breaks between typing, not entries. */
const withoutEmptyLines = (value: unknown): unknown =>
  Array.isArray(value) ? value.filter((entry) => typeof entry !== 'string' || entry.trim() !== '') : value;

type View = 'form' | 'json';

/** Tests a tool: arguments as a form or as JSON, and what comes of them. */
export const ToolTester = ({ tool }: { readonly tool: Tool }) => {
  const mayCall = useMay()('tools:call') && tool.mayCall;
  const fields = fieldsOf(tool.arguments);
  const [values, setValues] = useState(() => initialValues(fields));
  const [view, setView] = useState<View>('form');
  const [isReadable, setReadable] = useState(true);
  const test = useToolTest(tool.name);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (!isReadable) return;
    test.execute(
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name, withoutEmptyLines(value)])),
    );
  };
  return (
    <div className={styles.columns}>
      <Section title={tool.name}>
        <ToolFacts tool={tool} />
        {tool.available ? null : (
          <Notice tone="warning" title="Not set up here">
            {tool.unavailable}
          </Notice>
        )}
        {mayCall ? null : <Notice tone="warning">You may not call this tool.</Notice>}
        <form className={styles.form} onSubmit={submit}>
          <Tabs<View>
            label="How to enter the arguments"
            selected={view}
            onSelect={(next) => {
              setView(next);
              setReadable(true);
            }}
            tabs={[
              {
                key: 'form',
                title: 'Form',
                content: <SchemaForm fields={fields} values={values} onChange={setValues} />,
              },
              {
                key: 'json',
                title: 'JSON',
                content: (
                  <JsonField
                    label="Arguments"
                    rows={14}
                    value={values}
                    onReadable={setReadable}
                    onChange={(value) => {
                      if (isObject(value)) setValues(value);
                      else setReadable(value === undefined);
                      if (value === undefined) setValues({});
                    }}
                  />
                ),
              },
            ]}
          />
          {tool.available && mayCall ? (
            <div>
              <Button type="submit" variant="contained" isPending={test.isRunning} isDisabled={!isReadable}>
                {test.isRunning ? 'Executing …' : 'Execute'}
              </Button>
            </div>
          ) : null}
        </form>
      </Section>
      <div className={styles.outcome}>
        <ToolOutcome test={test} />
        <RecentCalls tool={tool.name} />
      </div>
    </div>
  );
};
