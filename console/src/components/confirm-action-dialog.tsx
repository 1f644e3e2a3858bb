import { useEffect, useState } from 'react';
import type { ToolConfirmation } from '../../../client/index.ts';
import { useApi } from '../session/use-session.ts';
import { Button } from './button.tsx';
import styles from './confirm-action-dialog.module.css';
import { Dialog } from './dialog.tsx';
import { momentText } from './moment.tsx';

type Props = {
  readonly toolCall: ToolConfirmation;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
  /** Called when the time for an answer is over. */
  readonly onExpire: () => void;
  /** While the answer is sent. */
  readonly isPending: boolean;
};

const TICK_MS = 250;
/** Screen readers hear the remaining time only now and then. */
const SPOKEN_SECONDS: readonly number[] = [60, 30, 10];

/** The seconds left by the clock of the server, which decides whether an answer is in time. */
const useSecondsLeft = (expiresAt: string): number => {
  const api = useApi();
  const left = (): number => Math.max(0, Math.ceil((Date.parse(expiresAt) - api.now()) / 1000));
  const [, tick] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => tick((count) => count + 1), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return left();
};

/**
 * Asks a person whether a tool may act: shows everything that will be sent, and how long the answer counts. Escape
 * declines, as Cancel does: nothing happens without a choice.
 */
export const ConfirmActionDialog = ({ toolCall, onConfirm, onCancel, onExpire, isPending }: Props) => {
  const { prompt, tool, expiresAt } = toolCall;
  const seconds = useSecondsLeft(expiresAt);
  const isOver = seconds === 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: only the end matters.
  useEffect(() => {
    if (isOver) onExpire();
  }, [isOver]);
  return (
    <Dialog
      title="Confirm Action"
      role="alertdialog"
      isOpen
      onClose={isPending ? () => undefined : onCancel}
      actions={
        <>
          <Button variant="outlined" onPress={onCancel} isDisabled={isPending}>
            Cancel
          </Button>
          <Button variant="contained" onPress={onConfirm} isDisabled={isOver} isPending={isPending}>
            Confirm
          </Button>
        </>
      }
    >
      <p className={styles.prompt}>{prompt}</p>
      <div>
        <h3>Details:</h3>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
        <pre className={styles.details} tabIndex={0}>
          {JSON.stringify(toolCall.arguments, null, 2)}
        </pre>
      </div>
      <p className={styles.tool}>
        Tool: <code>{tool}</code>
      </p>
      <p className={styles.time} role="timer">
        <strong>{seconds === 1 ? '1 second' : `${seconds} seconds`}</strong> left to answer, until{' '}
        {momentText(expiresAt)}. After that nothing is done.
      </p>
      <p className={styles.spoken} aria-live="assertive">
        {SPOKEN_SECONDS.includes(seconds) ? `${seconds} seconds left` : ''}
      </p>
    </Dialog>
  );
};
