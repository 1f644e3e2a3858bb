import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { BreakGlassGrant } from '../../../../client/api.generated.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Field } from '../../components/field.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useApi } from '../../session/use-session.ts';
import styles from './audit-page.module.css';

type Outcome = NonNullable<BreakGlassGrant['outcome']>;

const outcomes = [
  { value: 'justified', label: 'justified' },
  { value: 'unclear', label: 'unclear' },
  { value: 'unjustified', label: 'unjustified: the next one needs another person’s approval' },
] as const satisfies readonly { readonly value: Outcome; readonly label: string }[];

type JudgeDialogProps = {
  readonly grant: BreakGlassGrant;
  readonly kind: 'review' | 'approve';
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
};

/** Takes the judgement on emergency access, or the approval of a further one. */
export const JudgeDialog = ({ grant, kind, onClose, onDone }: JudgeDialogProps) => {
  const api = useApi();
  const [outcome, setOutcome] = useState<Outcome>('justified');
  const [note, setNote] = useState('');
  const { grantId, holder } = grant;
  const judge = useMutation({
    mutationFn: async () => {
      if (kind === 'approve')
        await api.post('/api/commands/ApproveBreakGlass', { body: { grantId, holder } });
      else
        await api.post('/api/commands/ReviewBreakGlass', {
          body: { grantId, outcome, note: note.trim() === '' ? undefined : note.trim() },
        });
    },
    onSuccess: () => {
      onDone(kind === 'approve' ? `The access of ${holder} is open.` : 'The review is recorded.');
      onClose();
    },
  });
  return (
    <Dialog
      title={kind === 'approve' ? `Approve the access of ${holder}?` : `Review the access of ${holder}`}
      isOpen
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button variant="contained" isPending={judge.isPending} onPress={() => judge.mutate()}>
            {kind === 'approve' ? 'Approve' : 'Record'}
          </Button>
        </>
      }
    >
      <blockquote className={styles.quote}>{grant.reason ?? ''}</blockquote>
      {kind === 'approve' ? (
        <p>An earlier access of {holder} was found unjustified, so this one opens only with your approval.</p>
      ) : (
        <>
          <SelectField label="Judgement" value={outcome} options={outcomes} onChange={setOutcome} />
          <Field label="Note" rows={3} value={note} onChange={setNote} maxLength={2000} />
        </>
      )}
      {judge.error ? <ErrorNotice error={judge.error} /> : null}
    </Dialog>
  );
};
