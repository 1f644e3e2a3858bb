import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Document as LibraryDocument } from '../../../../client/index.ts';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Field } from '../../components/field.tsx';
import { useNotify } from '../../components/toasts.tsx';
import { DOCUMENTS } from '../../session/use-document-news.ts';
import { useApi } from '../../session/use-session.ts';

type Props = { readonly document: LibraryDocument; readonly onClose: () => void };

/** Asks why a document is withdrawn, and withdraws it unless it has changed in the meantime. */
export const WithdrawDialog = ({ document: { docKey, title, revision }, onClose }: Props) => {
  const api = useApi();
  const queries = useQueryClient();
  const notify = useNotify();
  const [reason, setReason] = useState('');
  const withdraw = useMutation({
    mutationFn: () =>
      api.post('/api/commands/WithdrawDocument', {
        body: { docKey, reason: reason.trim() },
        headers: { 'If-Match': `"${revision}"` },
      }),
    onSuccess: () => {
      notify('Withdrawn: answers no longer use the document.');
      onClose();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: [DOCUMENTS] }),
  });
  return (
    <Dialog
      title="Withdraw this document?"
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="danger"
            isDisabled={reason.trim() === ''}
            isPending={withdraw.isPending}
            onPress={() => withdraw.mutate()}
          >
            Withdraw
          </Button>
        </>
      }
    >
      <p>
        “{title}” is no longer found, and no answer quotes it. Its versions are kept for audit. Adding its
        file again brings it back.
      </p>
      <Field
        label="Reason"
        description="For those who review changes."
        value={reason}
        onChange={setReason}
        rows={3}
        maxLength={1000}
        isRequired
      />
      {withdraw.error === null ? null : <ErrorNotice error={withdraw.error} />}
    </Dialog>
  );
};
