import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Erasure } from '../../../../client/api.generated.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Field } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { useNotify } from '../../components/toasts.tsx';
import { useApi } from '../../session/use-session.ts';
import styles from './audit-page.module.css';

type DecideProps = { readonly erasure: Erasure; readonly onClose: () => void };

const ConfirmDialog = ({ erasure, onClose }: DecideProps) => {
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const [typed, setTyped] = useState('');
  const { subject, erasureId } = erasure;
  const confirm = useMutation({
    mutationFn: () =>
      api.post('/api/commands/ConfirmErasure', { body: { subject: typed.trim(), erasureId } }),
    onSuccess: () => {
      notify('The erasure is confirmed, and is being carried out.');
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['erasures'] }),
  });
  return (
    <Dialog
      title="Confirm the erasure?"
      isOpen
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="danger"
            isPending={confirm.isPending}
            isDisabled={typed.trim() !== subject}
            onPress={() => confirm.mutate()}
          >
            Erase
          </Button>
        </>
      }
    >
      <Notice tone="danger" title="This cannot be undone">
        Everything stored about <strong>{subject}</strong> becomes unreadable, for us and in every backup.
      </Notice>
      <p className={styles.text}>
        {erasure.requestedBy} requested it. You are the second of two people who have to agree.
      </p>
      <Field
        label={`Type ${subject} to confirm`}
        value={typed}
        onChange={setTyped}
        autoComplete="off"
        spellCheck="false"
      />
      {confirm.error ? <ErrorNotice error={confirm.error} /> : null}
    </Dialog>
  );
};

const DeclineDialog = ({ erasure, onClose }: DecideProps) => {
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const { subject, erasureId } = erasure;
  return (
    <ReasonDialog
      title="Decline the erasure?"
      action="Decline"
      onClose={onClose}
      limits={{ min: 3, max: 1000 }}
      onConfirm={async (reason) => {
        await api.post('/api/commands/DeclineErasure', { body: { subject, erasureId, reason } });
        await queries.invalidateQueries({ queryKey: ['erasures'] });
        notify('The erasure is declined.');
      }}
    >
      <p>Nothing about {subject} is erased.</p>
    </ReasonDialog>
  );
};

/** Takes the decision of the second person. */
export const DecideErasureDialog = ({
  decision,
  ...props
}: DecideProps & { readonly decision: 'confirm' | 'decline' }) =>
  decision === 'confirm' ? <ConfirmDialog {...props} /> : <DeclineDialog {...props} />;
