import { useState } from 'react';
import type { Document as LibraryDocument } from '../../../../client/index.ts';
import { Button } from '../../components/button.tsx';
import { useMay } from '../../session/use-session.ts';
import { ReplaceDialog } from './replace-dialog.tsx';
import { WithdrawDialog } from './withdraw-dialog.tsx';

/** What may be done with a document. */
export const DocumentActions = ({ document }: { readonly document: LibraryDocument }) => {
  const may = useMay();
  const [open, setOpen] = useState<'replace' | 'withdraw'>();
  const close = (): void => setOpen(undefined);
  return (
    <>
      {may('documents:ingest') ? <Button onPress={() => setOpen('replace')}>New version</Button> : null}
      {may('documents:withdraw') && document.status !== 'withdrawn' ? (
        <Button variant="danger" onPress={() => setOpen('withdraw')}>
          Withdraw
        </Button>
      ) : null}
      {open === 'replace' ? <ReplaceDialog document={document} onClose={close} /> : null}
      {open === 'withdraw' ? <WithdrawDialog document={document} onClose={close} /> : null}
    </>
  );
};
