import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Field } from '../../components/field.tsx';
import { useNotify } from '../../components/toasts.tsx';
import { ChangeList } from './change-list.tsx';
import { type SettingsChange, type SettingValues, useChangeSettings } from './use-settings.ts';

type Props = {
  readonly change: SettingsChange;
  readonly before: SettingValues;
  readonly revision: number | undefined;
  readonly onClose: () => void;
  readonly onChanged: () => void;
};

/** The shortest reason that the server takes. */
const SHORTEST = 3;

/** Shows what will change, and asks why. */
export const ChangeDialog = ({ change, before, revision, onClose, onChanged }: Props) => {
  const notify = useNotify();
  const [reason, setReason] = useState('');
  const { mutate, error, isPending } = useChangeSettings();
  const send = (): void =>
    mutate(
      { change, reason: reason.trim(), revision },
      {
        onSuccess: () => {
          notify('Changed. It applies from the next question.');
          onChanged();
        },
      },
    );
  return (
    <Dialog
      title="Change the settings?"
      role="alertdialog"
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant="contained"
            isDisabled={reason.trim().length < SHORTEST}
            isPending={isPending}
            onPress={send}
          >
            Change
          </Button>
        </>
      }
    >
      <ChangeList before={before} after={change} />
      <Field
        label="Reason"
        description="For those who review changes."
        value={reason}
        onChange={setReason}
        rows={2}
        maxLength={500}
        isRequired
      />
      {error === null ? null : <ErrorNotice error={error} />}
    </Dialog>
  );
};
