import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { useNotify } from '../../components/toasts.tsx';
import { useApi } from '../../session/use-session.ts';
import styles from './audit-page.module.css';
import { saveDownload } from './save-download.ts';

type CertificateDialogProps = { readonly erasureId: string; readonly onClose: () => void };

const Download = ({ erasureId }: Pick<CertificateDialogProps, 'erasureId'>) => {
  const api = useApi();
  const notify = useNotify();
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const save = async (): Promise<void> => {
    setPending(true);
    setFailure(undefined);
    try {
      const path = { id: erasureId };
      await saveDownload(
        await api.openDownload('/api/erasures/{id}/sealed-certificate', { path }),
        () => undefined,
      );
      notify('The certificate is saved.');
    } catch (error) {
      setFailure(error);
    } finally {
      setPending(false);
    }
  };
  return (
    <>
      <p className={styles.row}>
        <Button variant="contained" isPending={isPending} onPress={() => void save()}>
          Download the proof
        </Button>
        <span className={styles.muted}>A zip that anyone can verify without this server.</span>
      </p>
      {failure === undefined ? null : <ErrorNotice error={failure} />}
    </>
  );
};

/** The proof of an erasure: as sentences, and to download. */
export const CertificateDialog = ({ erasureId, onClose }: CertificateDialogProps) => {
  const api = useApi();
  const query = useQuery({
    queryKey: ['certificate', erasureId],
    queryFn: ({ signal }) => api.get('/api/erasures/{id}/certificate', { path: { id: erasureId }, signal }),
  });
  return (
    <Dialog
      title="Certificate of an erasure"
      isOpen
      isWide
      onClose={onClose}
      actions={<Button onPress={onClose}>Close</Button>}
    >
      <QueryResult query={query} loading="Reading the certificate …">
        {({ text, sealed }) => (
          <>
            <p className={styles.text}>{text}</p>
            {sealed === null ? (
              <Notice tone="warning">
                No checkpoint of the log covers this erasure yet, so there is no proof to download.
              </Notice>
            ) : (
              <Download erasureId={erasureId} />
            )}
          </>
        )}
      </QueryResult>
    </Dialog>
  );
};
