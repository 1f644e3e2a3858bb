import { getRouteApi, Link } from '@tanstack/react-router';
import { EmptyState } from '../../components/empty-state.tsx';
import { Notice } from '../../components/notice.tsx';
import { Page } from '../../components/page.tsx';
import { SectionNav } from '../../components/section-nav.tsx';
import { useMay } from '../../session/use-session.ts';
import { BackupsSection } from './backups-section.tsx';
import { CostsSection } from './costs-section.tsx';
import { DoctorSection } from './doctor-section.tsx';
import { EmbeddingSection } from './embedding-section.tsx';
import { NodesSection } from './nodes-section.tsx';
import { ParkedSection } from './parked-section.tsx';
import { ProjectionsSection } from './projections-section.tsx';
import { QuestionsSection } from './questions-section.tsx';
import { ToolsSection } from './tools-section.tsx';

const sections = [
  { id: 'projections', label: 'Projections', permission: 'projections:read', Section: ProjectionsSection },
  { id: 'parked', label: 'Parked events', permission: 'consumers:read', Section: ParkedSection },
  { id: 'nodes', label: 'Nodes', permission: 'projections:read', Section: NodesSection },
  { id: 'questions', label: 'Questions', permission: 'query-log:read', Section: QuestionsSection },
  { id: 'tools', label: 'Tool calls', permission: 'query-log:read', Section: ToolsSection },
  { id: 'costs', label: 'Costs', permission: 'costs:read', Section: CostsSection },
  { id: 'embedding', label: 'Embedding', permission: 'projections:read', Section: EmbeddingSection },
  { id: 'backups', label: 'Backups', permission: 'audit:read', Section: BackupsSection },
  { id: 'doctor', label: 'Doctor', permission: 'doctor:run', Section: DoctorSection },
] as const;

const route = getRouteApi('/shell/operations/$section');

/** How the installation does, and what an operator can do about it. */
export const OperationsPage = () => {
  const { section: id } = route.useParams();
  const may = useMay();
  const shown = sections.filter(({ permission }) => may(permission));
  const section = sections.find((one) => one.id === id);
  return (
    <Page title="Operations">
      <SectionNav label="Sections of operations">
        {shown.map((one) => (
          <li key={one.id}>
            <Link to="/operations/$section" params={{ section: one.id }}>
              {one.label}
            </Link>
          </li>
        ))}
      </SectionNav>
      {section === undefined ? (
        <EmptyState title="There is no such section." />
      ) : may(section.permission) ? (
        <section.Section />
      ) : (
        <Notice tone="warning" title="You may not see this section">
          It needs the permission {section.permission}.
        </Notice>
      )}
    </Page>
  );
};
