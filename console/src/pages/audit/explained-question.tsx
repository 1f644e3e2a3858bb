import type { Explanation } from '../../../../client/api.generated.ts';
import { Badge } from '../../components/badge.tsx';
import { Facts } from '../../components/facts.tsx';
import { Moment } from '../../components/moment.tsx';
import { Notice } from '../../components/notice.tsx';
import { durationText } from '../../components/number-text.ts';
import { Panel } from '../../components/panel.tsx';
import styles from './audit-page.module.css';

const tones = {
  answered: 'success',
  failed: 'danger',
  cancelled: 'neutral',
  pending: 'accent',
  clarifying: 'accent',
} as const;

/** The question as it was asked, and what came of it. */
export const ExplainedQuestion = ({ explanation }: { readonly explanation: Explanation }) => {
  const { asked, status, ending, findings, unreadableEvents } = explanation;
  const context = asked.clinicalContext ?? {};
  const broken = findings.filter(({ holds }) => holds === false);
  const unknown = findings.filter(({ holds }) => holds === null);
  return (
    <Panel title="The question" actions={<Badge tone={tones[status]}>{status}</Badge>}>
      <blockquote className={styles.quote}>{asked.question}</blockquote>
      <Facts
        facts={[
          { name: 'Asked by', value: `${asked.by.id} (${asked.by.role})` },
          { name: 'At', value: <Moment at={asked.at} /> },
          { name: 'Ended after', value: ending === null ? null : durationText(ending.milliseconds) },
          { name: 'Age', value: context.patientAge },
          { name: 'Sex', value: context.patientSex },
          {
            name: 'Weight',
            value: context.patientWeight === undefined ? null : `${context.patientWeight} kg`,
          },
          { name: 'Complaint', value: context.chiefComplaint },
          { name: 'History', value: context.relevantHistory },
          { name: 'Medications', value: context.currentMedications?.join(', ') },
          { name: 'Allergies', value: context.allergies?.join(', ') },
          { name: 'Specialty', value: context.specialty?.join(', ') },
        ]}
      />
      {unreadableEvents === 0 ? null : (
        <Notice tone="warning">
          {unreadableEvents} events of the question cannot be read by this version of the program.
        </Notice>
      )}
      {unknown.length === 0 ? null : (
        <Notice tone="warning" title="Erased, cannot be checked">
          <ul>
            {unknown.map(({ rule }) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </Notice>
      )}
      {broken.length === 0 ? (
        <Notice tone="success">
          The log follows every rule that it was checked against ({findings.length - unknown.length}).
        </Notice>
      ) : (
        <Notice tone="danger" title="The log violates rules">
          <ul>
            {broken.map(({ rule, positions }) => (
              <li key={rule}>
                {rule} (events {positions.join(', ')})
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </Panel>
  );
};
