import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Field } from '../../components/field.tsx';
import { useApi } from '../../session/use-session.ts';
import styles from './audit-page.module.css';

export type SignOffRange = {
  readonly from: number;
  readonly to: number;
  /** The user to whose entries the review is limited. */
  readonly actorId?: string;
};

type SignOffDialogProps = {
  readonly range: SignOffRange;
  readonly onClose: () => void;
  readonly onDone: (text: string) => void;
};

/** The shortest note that the server takes. */
const SHORTEST = 3;

const positionOf = (text: string): number => (/^\d{1,15}$/.test(text.trim()) ? Number(text) : 0);

/** Signs off a range of the audit trail, which may be changed first. */
export const SignOffDialog = ({ range, onClose, onDone }: SignOffDialogProps) => {
  const api = useApi();
  const [from, setFrom] = useState(String(range.from));
  const [to, setTo] = useState(String(range.to));
  const [actorId, setActorId] = useState(range.actorId ?? '');
  const [note, setNote] = useState('');
  const signOff = useMutation({
    mutationFn: () =>
      api.post('/api/commands/ReviewAudit', {
        body: {
          from: positionOf(from),
          to: positionOf(to),
          note: note.trim(),
          ...(actorId.trim() === '' ? {} : { actorId: actorId.trim() }),
        },
      }),
    onSuccess: (recorded) => {
      onDone(`Events ${recorded.from} to ${recorded.to} are signed off.`);
      onClose();
    },
  });
  return (
    <Dialog
      title="Sign off a part of the trail"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="contained"
            isPending={signOff.isPending}
            isDisabled={note.trim().length < SHORTEST}
            onPress={() => signOff.mutate()}
          >
            Sign off
          </Button>
        </>
      }
    >
      <p>You confirm that you have reviewed these events. Your own remain open for someone else to review.</p>
      <div className={styles.form}>
        <Field label="From event" value={from} onChange={setFrom} inputMode="numeric" />
        <Field label="To event" value={to} onChange={setTo} inputMode="numeric" />
      </div>
      <Field
        label="Only this user’s"
        value={actorId}
        onChange={setActorId}
        maxLength={256}
        description="Leave empty for everyone."
      />
      <Field
        label="Note"
        rows={3}
        value={note}
        onChange={setNote}
        maxLength={2000}
        isRequired
        validationBehavior="aria"
        description="Your findings. They are stored encrypted."
      />
      {signOff.error ? <ErrorNotice error={signOff.error} /> : null}
    </Dialog>
  );
};
