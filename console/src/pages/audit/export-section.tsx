import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { ErrorNotice } from '../../components/error-notice.tsx';
import { Notice } from '../../components/notice.tsx';
import { countText } from '../../components/number-text.ts';
import { Panel } from '../../components/panel.tsx';
import { Progress } from '../../components/progress.tsx';
import { SelectField } from '../../components/select-field.tsx';
import { useNotify } from '../../components/toasts.tsx';
import { useApi } from '../../session/use-session.ts';
import { reasonHeader, WithReason } from './access-reason.tsx';
import styles from './audit-page.module.css';
import { DayField } from './day-field.tsx';
import { saveDownload } from './save-download.ts';

const formats = [
  { value: 'ndjson', label: 'NDJSON, with content' },
  { value: 'csv', label: 'CSV, with content' },
  { value: 'fhir', label: 'FHIR R4 AuditEvent, without content' },
] as const;
type Format = (typeof formats)[number]['value'];

const useExport = (reason: string) => {
  const api = useApi();
  const notify = useNotify();
  const [bytes, setBytes] = useState<number>();
  const [failure, setFailure] = useState<unknown>();
  const run = async (format: Format, from: string | undefined, to: string | undefined): Promise<void> => {
    setBytes(0);
    setFailure(undefined);
    try {
      const download = await api.openDownload('/api/audit/export', {
        query: { format, from, to },
        headers: reasonHeader(reason),
      });
      await saveDownload(download, setBytes);
      notify('The export is complete.');
    } catch (error) {
      setFailure(error);
    } finally {
      setBytes(undefined);
    }
  };
  return { run, bytes, failure };
};

const Export = ({ reason }: { readonly reason: string }) => {
  const { run, bytes, failure } = useExport(reason);
  const [format, setFormat] = useState<Format>('ndjson');
  const [from, setFrom] = useState<string>();
  const [to, setTo] = useState<string>();
  return (
    <Panel
      title="Export"
      text="The log with all its content between two days (UTC), both included. The export is recorded."
    >
      <div className={styles.form}>
        <SelectField label="Format" value={format} options={formats} onChange={setFormat} />
        <DayField label="From" value={from} onChange={setFrom} />
        <DayField label="To" value={to} onChange={setTo} />
        <Button
          variant="contained"
          isPending={bytes !== undefined}
          onPress={() => void run(format, from, to)}
        >
          Export
        </Button>
      </div>
      <Notice tone="warning">
        The file contains patient data. Keep it only where such data is allowed, and delete it when it is no
        longer needed.
      </Notice>
      {bytes === undefined ? null : <Progress label={`${countText(Math.round(bytes / 1024))} kB so far`} />}
      {failure === undefined ? null : <ErrorNotice error={failure} />}
    </Panel>
  );
};

/** Exports the log. */
export const ExportSection = () => <WithReason>{(reason) => <Export reason={reason} />}</WithReason>;
