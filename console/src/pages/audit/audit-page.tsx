import { Link, Outlet } from '@tanstack/react-router';
import { Page } from '../../components/page.tsx';
import { SectionNav } from '../../components/section-nav.tsx';
import { useMay } from '../../session/use-session.ts';
import { AccessReasonProvider, ShownReason } from './access-reason.tsx';
import { ProofBadge } from './proof-badge.tsx';

const sections = [
  { to: '/audit/trail', label: 'Trail', permission: 'audit:read' },
  // Reasons and what exactly was read are content, which only those see who oversee others.
  { to: '/audit/timeline', label: 'Timeline', permission: 'audit:export' },
  { to: '/audit/disclosures', label: 'Disclosures', permission: 'audit:export' },
  { to: '/audit/streams', label: 'Streams', permission: 'audit:export' },
  { to: '/audit/explain', label: 'Explain', permission: 'audit:export' },
  { to: '/audit/reviews', label: 'Reviews', permission: 'reviews:read' },
  { to: '/audit/break-glass', label: 'Break-glass', permission: 'access:review' },
  { to: '/audit/sign-off', label: 'Sign-off', permission: 'access:review' },
  { to: '/audit/subject', label: 'Holds', permission: 'subjects:read' },
  { to: '/audit/erasures', label: 'Erasure', permission: 'subjects:read' },
  { to: '/audit/export', label: 'Export', permission: 'audit:export' },
] as const;

/** Who saw what and why, what happened, and what is done about it. */
export const AuditPage = () => {
  const may = useMay();
  return (
    <AccessReasonProvider>
      <Page title="Audit" actions={may('audit:read') ? <ProofBadge /> : undefined}>
        <SectionNav label="Sections of the audit">
          {sections
            .filter(({ permission }) => may(permission))
            .map(({ to, label }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
        </SectionNav>
        <ShownReason />
        <Outlet />
      </Page>
    </AccessReasonProvider>
  );
};
