import { createContext, type ReactNode, useCallback, useContext, useState } from 'react';
import { Button } from './button.tsx';
import styles from './toasts.module.css';

type Toast = { readonly id: number; readonly text: string };

/** Older messages make room for newer ones. */
const MOST = 3;
const SHOWN_MS = 8000;

const ToastContext = createContext<(text: string) => void>(() => undefined);

/** Returns how to show a short message in the corner, which screen readers read out. */
export const useNotify = (): ((text: string) => void) => useContext(ToastContext);

/** Shows messages over whatever page is open. */
export const ToastProvider = ({ children }: { readonly children: ReactNode }) => {
  const [toasts, setToasts] = useState<readonly Toast[]>([]);
  const dismiss = useCallback(
    (id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)),
    [],
  );
  const notify = useCallback(
    (text: string) => {
      const id = performance.now();
      setToasts((shown) => [...shown, { id, text }].slice(-MOST));
      setTimeout(() => dismiss(id), SHOWN_MS);
    },
    [dismiss],
  );
  return (
    <ToastContext value={notify}>
      {children}
      {/* Always in the page, because screen readers announce changes only in regions that they know. */}
      <div
        className={styles.region}
        role="status"
        aria-live="polite"
        // Stays readable while a dialog is open.
        data-react-aria-top-layer="true"
      >
        {toasts.map(({ id, text }) => (
          <div key={id} className={styles.toast}>
            <span>{text}</span>
            <Button variant="plain" aria-label="Close the message" onPress={() => dismiss(id)}>
              ✕
            </Button>
          </div>
        ))}
      </div>
    </ToastContext>
  );
};
