import { type ReactNode, useState } from 'react';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { ErrorNotice } from './error-notice.tsx';
import { Field } from './field.tsx';

type ReasonDialogProps = {
  readonly title: string;
  /** What will happen. */
  readonly children: ReactNode;
  /** The words on the button that acts. */
  readonly action: string;
  readonly isDangerous?: boolean;
  /** Rejects when it was refused: the dialog stays open and says why. */
  readonly onConfirm: (reason: string) => Promise<unknown>;
  readonly onClose: () => void;
  /** The length of a reason in characters. Default: 3 to 500. */
  readonly limits?: { readonly min: number; readonly max: number };
};

/** Asks for a reason before something is done. Mount it while it is open. */
export const ReasonDialog = (props: ReasonDialogProps) => {
  const { title, children, action, isDangerous = false, onConfirm, onClose } = props;
  const { min, max } = props.limits ?? { min: 3, max: 500 };
  const [reason, setReason] = useState('');
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [isMissing, setMissing] = useState(false);
  const confirm = async (): Promise<void> => {
    if (isPending) return;
    if (reason.trim().length < min) return setMissing(true);
    setPending(true);
    setFailure(undefined);
    try {
      await onConfirm(reason.trim());
      onClose();
    } catch (error) {
      setFailure(error);
      setPending(false);
    }
  };
  return (
    <Dialog
      title={title}
      isOpen
      onClose={onClose}
      role="alertdialog"
      actions={
        <>
          <Button onPress={onClose}>Cancel</Button>
          <Button
            variant={isDangerous ? 'danger' : 'contained'}
            isPending={isPending}
            onPress={() => void confirm()}
          >
            {action}
          </Button>
        </>
      }
    >
      {children}
      <Field
        label="Reason"
        rows={3}
        value={reason}
        onChange={(text) => {
          setReason(text);
          setMissing(false);
        }}
        maxLength={max}
        autoFocus
        isRequired
        validationBehavior="aria"
        isInvalid={isMissing}
        errorMessage={`Give a reason of at least ${min} characters.`}
        description="Recorded in the audit trail, for reviewers."
      />
      {failure === undefined ? null : <ErrorNotice error={failure} />}
    </Dialog>
  );
};
