import { useMutation } from '@tanstack/react-query';
import { useState, useSyncExternalStore } from 'react';
import { toolCallsOf } from '../../../client/live/tool-calls.ts';
import { ConfirmActionDialog } from '../components/confirm-action-dialog.tsx';
import { explainError } from '../components/explain-error.ts';
import { useNotify } from '../components/toasts.tsx';
import { ToolActivityIndicator } from '../components/tool-activity-indicator.tsx';
import { useApi } from '../session/use-session.ts';
import styles from './tool-calls-watch.module.css';

/**
 * Raises the dialog for tools that wait for consent, the oldest first, and shows which tool runs, over whichever page is
 * open. A call that is answered elsewhere, e.g. in another tab, is no longer shown here.
 */
export const ToolCallsWatch = () => {
  const api = useApi();
  const notify = useNotify();
  const calls = toolCallsOf(api);
  const { pending, activities } = useSyncExternalStore(calls.subscribe, calls.state);
  // The time may be over before the event arrives that says so.
  const [expired, setExpired] = useState<ReadonlySet<string>>(new Set());
  const toolCall = pending.find(({ toolCallId }) => !expired.has(toolCallId));
  const running = activities.find(({ status }) => status === 'running');
  const answer = useMutation({
    mutationFn: ({ toolCallId, approved }: { readonly toolCallId: string; readonly approved: boolean }) =>
      calls.answer(toolCallId, approved),
    onSuccess: (counts, { approved }) => {
      if (!counts) notify('It was answered elsewhere, or time had run out.');
      else notify(approved ? 'Confirmed.' : 'Declined: nothing was done.');
    },
    onError: (error) => notify(`${explainError(error).title}: ${explainError(error).text}`),
  });
  return (
    <>
      {running === undefined ? null : (
        <div className={styles.running}>
          <ToolActivityIndicator activeTool={running.tool} />
        </div>
      )}
      {toolCall === undefined ? null : (
        <ConfirmActionDialog
          key={toolCall.toolCallId}
          toolCall={toolCall}
          isPending={answer.isPending}
          onConfirm={() => answer.mutate({ toolCallId: toolCall.toolCallId, approved: true })}
          onCancel={() => answer.mutate({ toolCallId: toolCall.toolCallId, approved: false })}
          onExpire={() => {
            setExpired(new Set([...expired, toolCall.toolCallId]));
            notify('Time has run out; nothing was done.');
          }}
        />
      )}
    </>
  );
};
