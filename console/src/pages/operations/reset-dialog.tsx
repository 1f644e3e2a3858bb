import type { Projection } from '../../../../client/api.generated.ts';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { useNotify } from '../../components/toasts.tsx';
import { useApi } from '../../session/use-session.ts';

type ResetDialogProps = {
  readonly projection: Projection;
  readonly onClose: () => void;
  readonly onDone: () => void;
};

/** Asks why a projection is rebuilt, and begins it. */
export const ResetDialog = ({ projection, onClose, onDone }: ResetDialogProps) => {
  const api = useApi();
  const notify = useNotify();
  const { name, generation, rebuild } = projection;
  return (
    <ReasonDialog
      title={`Rebuild ${name}?`}
      action="Rebuild"
      onClose={onClose}
      onConfirm={async (reason) => {
        const begun = await api.post('/api/commands/ResetProjection', {
          body: { projection: name, reason, abandonedGeneration: rebuild?.generation },
        });
        notify(`Generation ${begun.generation} of ${name} is being built.`);
        onDone();
      }}
    >
      <p>
        A new generation is built from the whole log. Generation {generation} serves until the new one has
        caught up; nothing is lost if the rebuild fails.
      </p>
      {rebuild === undefined ? null : (
        <p>Generation {rebuild.generation}, which is being built, is given up.</p>
      )}
    </ReasonDialog>
  );
};
