import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { QueryResult } from '../../components/query-result.tsx';
import { useApi } from '../../session/use-session.ts';
import styles from './audit-page.module.css';

type CertificateDialogProps = { readonly erasureId: string; readonly onClose: () => void };

/** The proof of an erasure, as sentences. */
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
        {({ text }) => <p className={styles.text}>{text}</p>}
      </QueryResult>
    </Dialog>
  );
};
