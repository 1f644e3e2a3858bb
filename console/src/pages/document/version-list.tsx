import type { DocumentVersion } from '../../../../client/index.ts';
import { Badge } from '../../components/badge.tsx';
import { Button } from '../../components/button.tsx';
import { jobStateWords, sizeText } from '../../components/document-words.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { FileName } from '../../components/file-name.tsx';
import { Moment } from '../../components/moment.tsx';
import { ReadingNotes } from '../../components/reading-notes.tsx';
import { type Column, Table } from '../../components/table.tsx';
import styles from './version-list.module.css';

const VersionState = ({ state, superseded, withdrawn }: DocumentVersion) => (
  <div className={styles.badges}>
    <Badge tone={jobStateWords[state].tone}>{jobStateWords[state].text}</Badge>
    {superseded && state !== 'SUPERSEDED' ? <Badge>Superseded</Badge> : null}
    {withdrawn ? <Badge>Withdrawn</Badge> : null}
  </div>
);

type Props = {
  readonly versions: readonly DocumentVersion[];
  readonly shown: number;
  readonly onShow: (version: number) => void;
};

/** All versions of a document, newest first. */
export const VersionList = ({ versions, shown, onShow }: Props) => {
  const columns: readonly Column<DocumentVersion>[] = [
    { key: 'version', title: 'Version', isNumber: true, cell: ({ version }) => version },
    { key: 'state', title: 'State', cell: VersionState },
    {
      key: 'file',
      title: 'File',
      cell: ({ fileName, size }) => (
        <span className={styles.file}>
          <FileName name={fileName} /> ({sizeText(size)})
        </span>
      ),
    },
    { key: 'pages', title: 'Pages', isNumber: true, cell: ({ pages }) => pages ?? '–' },
    { key: 'chunks', title: 'Passages', isNumber: true, cell: ({ chunks }) => chunks ?? '–' },
    { key: 'notes', title: 'Notes', cell: (version) => <ReadingNotes reading={version} /> },
    { key: 'added', title: 'Added', cell: ({ addedAt }) => <Moment at={addedAt} /> },
    { key: 'by', title: 'By', cell: ({ addedBy }) => addedBy },
    {
      key: 'show',
      title: 'Shown',
      cell: ({ version }) =>
        version === shown ? (
          'Shown'
        ) : (
          <Button variant="plain" aria-label={`Show version ${version}`} onPress={() => onShow(version)}>
            Show
          </Button>
        ),
    },
  ];
  return (
    <Table
      label="Versions"
      columns={columns}
      rows={versions}
      keyOf={({ version }) => String(version)}
      empty={<EmptyState title="There are no versions" />}
    />
  );
};
