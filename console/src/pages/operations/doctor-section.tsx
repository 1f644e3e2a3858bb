import { useState } from 'react';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { counted } from '../../components/number-text.ts';
import { Panel } from '../../components/panel.tsx';
import { Progress } from '../../components/progress.tsx';
import styles from './operations-page.module.css';
import { type Examination, type Finding, useExamination } from './use-examination.ts';

const order = { error: 0, warning: 1, ok: 2 } as const;
const tones = { error: 'danger', warning: 'warning', ok: 'success' } as const;

const Findings = ({ findings }: { readonly findings: readonly Finding[] }) => (
  <ul className={styles.list} aria-label="Findings">
    {findings
      .toSorted((left, right) => order[left.severity] - order[right.severity])
      .map(({ check, severity, message, advice }) => (
        <li key={`${check} ${message}`} className={styles.item}>
          <span className={styles.row}>
            <Badge tone={tones[severity]}>{severity}</Badge>
            <span className={styles.name}>{check}</span>
          </span>
          <span>{message}</span>
          {advice === undefined ? null : <span className={styles.muted}>{advice}</span>}
        </li>
      ))}
  </ul>
);

const Outcome = ({ examination }: { readonly examination: Examination }) => {
  const { status, findings, step, error } = examination;
  const of = (wanted: Finding['severity']): number =>
    findings.filter(({ severity }) => severity === wanted).length;
  if (status === 'failed') return <ErrorNotice error={error} />;
  if (status === 'running')
    return (
      <Progress
        label={step === undefined ? 'Examining …' : `Examining: ${step.check}`}
        value={step === undefined || step.total === 0 ? undefined : (100 * step.done) / step.total}
      />
    );
  return (
    <Notice
      isAlert
      tone={of('error') > 0 ? 'danger' : of('warning') > 0 ? 'warning' : 'success'}
      title={
        of('error') + of('warning') === 0
          ? 'All is well'
          : `${counted(of('error'), 'error')}, ${counted(of('warning'), 'warning')}`
      }
    >
      {counted(findings.length, 'finding')} in all.
    </Notice>
  );
};

/** Examines the installation. */
export const DoctorSection = () => {
  const { examination, examine } = useExamination();
  const [deep, setDeep] = useState(false);
  const [asksRepair, setAsksRepair] = useState(false);
  const isRunning = examination?.status === 'running';
  return (
    <Panel
      title="Doctor"
      text="Checks versions, disk, database, leases, lag, rebuilds, the log, keys and files of this installation."
    >
      <div className={styles.row}>
        <label className={styles.check}>
          <input type="checkbox" checked={deep} onChange={({ target }) => setDeep(target.checked)} />
          Open every event and compare every file (slow)
        </label>
        <Button
          variant="contained"
          isPending={isRunning}
          onPress={() => void examine({ deep, repair: false })}
        >
          Examine
        </Button>
        <Button variant="danger" isDisabled={isRunning} onPress={() => setAsksRepair(true)}>
          Clean up …
        </Button>
      </div>
      {examination === undefined ? null : (
        <>
          <Outcome examination={examination} />
          <Findings findings={examination.findings} />
        </>
      )}
      <Dialog
        title="Clean up?"
        isOpen={asksRepair}
        onClose={() => setAsksRepair(false)}
        role="alertdialog"
        actions={
          <>
            <Button onPress={() => setAsksRepair(false)}>Cancel</Button>
            <Button
              variant="danger"
              onPress={() => {
                setAsksRepair(false);
                void examine({ deep, repair: true });
              }}
            >
              Clean up
            </Button>
          </>
        }
      >
        <p>
          Removes files older than a day that no event refers to, and unused collections in Qdrant. Nothing
          that the log refers to is touched.
        </p>
      </Dialog>
    </Panel>
  );
};
