import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Erasure } from '../../../../client/api.generated.ts';
import { Field } from '../../components/field.tsx';
import { Notice } from '../../components/notice.tsx';
import { ReasonDialog } from '../../components/reason-dialog.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useNotify } from '../../components/toasts.tsx';
import { useApi } from '../../session/use-session.ts';

const bases = [
  { value: 'gdpr_art_17', label: 'request of the person (GDPR, article 17)' },
  { value: 'retention_expired', label: 'the time of keeping is over' },
  { value: 'court_order', label: 'order of a court' },
  { value: 'mistaken_upload', label: 'uploaded by mistake' },
  { value: 'other', label: 'other' },
] as const satisfies readonly { readonly value: Erasure['basis']; readonly label: string }[];

/** Takes a request to erase; nothing is erased until another person confirms it. */
export const RequestErasureDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const api = useApi();
  const notify = useNotify();
  const queries = useQueryClient();
  const [subject, setSubject] = useState('');
  const [basis, setBasis] = useState<Erasure['basis']>('gdpr_art_17');
  return (
    <ReasonDialog
      title="Request an erasure"
      action="Request"
      isDangerous
      onClose={onClose}
      limits={{ min: 3, max: 1000 }}
      onConfirm={async (reason) => {
        if (subject.trim() === '') throw new Error('Say whom or what is to be erased.');
        await api.post('/api/commands/EraseSubject', { body: { subject: subject.trim(), basis, reason } });
        await queries.invalidateQueries({ queryKey: ['erasures'] });
        notify('The erasure is requested. Another person must confirm it.');
      }}
    >
      <Notice tone="warning">
        Once it is confirmed, it cannot be undone: not by us, and not from a backup.
      </Notice>
      <Field
        label="Pseudonym of the person, or document:<key>"
        value={subject}
        onChange={setSubject}
        maxLength={300}
        autoComplete="off"
        spellCheck="false"
      />
      <SelectField label="Basis" value={basis} options={bases} onChange={setBasis} />
    </ReasonDialog>
  );
};
