import { useMutation } from '@tanstack/react-query';
import { ConfirmActionDialog } from '../components/confirm-action-dialog.tsx';
import { explainError } from '../components/explain-error.ts';
import { useNotify } from '../components/toasts.tsx';
import { ToolActivityIndicator } from '../components/tool-activity-indicator.tsx';
import { useApi } from '../session/use-session.ts';
import styles from './tool-calls-watch.module.css';
import { useToolCalls } from './use-tool-calls.ts';

/** Raises the dialog for tools that wait for consent, and shows which tool runs, over whichever page is open. */
export const ToolCallsWatch = () => {
  const api = useApi();
  const notify = useNotify();
  const { pending, running, forget } = useToolCalls();
  const [toolCall] = pending;
  const answer = useMutation({
    mutationFn: (given: { readonly toolCallId: string; readonly approved: boolean }) =>
      api.post('/api/commands/ConfirmTool', { body: given }),
    onSuccess: (_data, { approved }) => notify(approved ? 'Confirmed.' : 'Declined: nothing was done.'),
    onError: (error) => notify(`${explainError(error).title}: ${explainError(error).text}`),
    onSettled: (_data, _error, { toolCallId }) => forget(toolCallId),
  });
  return (
    <>
      {running[0] === undefined ? null : (
        <div className={styles.running}>
          <ToolActivityIndicator activeTool={running[0].tool} />
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
            forget(toolCall.toolCallId);
            notify('The time to answer is over: nothing was done.');
          }}
        />
      )}
    </>
  );
};
