import type { ReactNode } from 'react';
import { Dialog as AriaDialog } from 'react-aria-components/Dialog';
import { Heading } from 'react-aria-components/Heading';
import { Modal, ModalOverlay } from 'react-aria-components/Modal';
import styles from './dialog.module.css';

type DialogProps = {
  readonly title: string;
  readonly isOpen: boolean;
  /** Called when the person closes it, also with Escape. */
  readonly onClose: () => void;
  readonly children: ReactNode;
  /** The buttons, from the safest to the one that acts. */
  readonly actions: ReactNode;
  /** `alertdialog` for what must not be closed by accident. */
  readonly role?: 'dialog' | 'alertdialog';
  readonly isWide?: boolean;
};

/** A dialog: keeps the focus inside, and gives it back when it closes. */
export const Dialog = ({
  title,
  isOpen,
  onClose,
  children,
  actions,
  role = 'dialog',
  isWide,
}: DialogProps) => (
  <ModalOverlay
    isOpen={isOpen}
    onOpenChange={(open) => {
      if (!open) onClose();
    }}
    isDismissable={role === 'dialog'}
    className={styles.overlay ?? ''}
  >
    <Modal className={(isWide ? styles.wide : styles.modal) ?? ''}>
      <AriaDialog role={role} className={styles.dialog ?? ''}>
        <Heading slot="title" level={2} className={styles.title ?? ''}>
          {title}
        </Heading>
        <div className={styles.content}>{children}</div>
        <div className={styles.actions}>{actions}</div>
      </AriaDialog>
    </Modal>
  </ModalOverlay>
);
