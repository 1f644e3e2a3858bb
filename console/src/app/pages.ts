import { lazyRouteComponent } from '@tanstack/react-router';

/** A page of the navigation. */
export type NavigationPage = {
  readonly to: '/' | '/library' | '/tools' | '/operations' | '/audit' | '/settings';
  readonly label: string;
  /** Shown to people with one of these permissions. */
  readonly permissions: readonly string[];
};

/** The pages of the navigation, in its order. */
export const navigationPages: readonly NavigationPage[] = [
  { to: '/', label: 'Ask', permissions: ['queries:ask'] },
  { to: '/library', label: 'Library', permissions: ['documents:read'] },
  { to: '/tools', label: 'Tools', permissions: ['tools:read'] },
  {
    to: '/audit',
    label: 'Audit',
    permissions: ['audit:read', 'reviews:read', 'access:review', 'subjects:read'],
  },
  {
    to: '/operations',
    label: 'Operations',
    permissions: ['projections:read', 'consumers:read', 'query-log:read', 'costs:read', 'doctor:run'],
  },
  { to: '/settings', label: 'Settings', permissions: ['settings:read'] },
];

/** Loaded when they are first opened. */
export const AskPage = lazyRouteComponent(() => import('../pages/ask/ask-page.tsx'), 'AskPage');
export const VoicePage = lazyRouteComponent(() => import('../pages/voice/voice-page.tsx'), 'VoicePage');
export const LibraryPage = lazyRouteComponent(
  () => import('../pages/library/library-page.tsx'),
  'LibraryPage',
);
export const DocumentPage = lazyRouteComponent(
  () => import('../pages/document/document-page.tsx'),
  'DocumentPage',
);
export const ToolsPage = lazyRouteComponent(() => import('../pages/tools/tools-page.tsx'), 'ToolsPage');
export const SettingsPage = lazyRouteComponent(
  () => import('../pages/settings/settings-page.tsx'),
  'SettingsPage',
);
export const OperationsPage = lazyRouteComponent(
  () => import('../pages/operations/operations-page.tsx'),
  'OperationsPage',
);

/** The sections of the audit. */
export const auditPages = {
  Audit: lazyRouteComponent(() => import('../pages/audit/audit-page.tsx'), 'AuditPage'),
  Trail: lazyRouteComponent(() => import('../pages/audit/trail-section.tsx'), 'TrailSection'),
  Disclosures: lazyRouteComponent(
    () => import('../pages/audit/disclosures-section.tsx'),
    'DisclosuresSection',
  ),
  Timeline: lazyRouteComponent(() => import('../pages/audit/timeline-section.tsx'), 'TimelineSection'),
  Chain: lazyRouteComponent(() => import('../pages/audit/chain-section.tsx'), 'ChainSection'),
  Streams: lazyRouteComponent(() => import('../pages/audit/streams-section.tsx'), 'StreamsSection'),
  Stream: lazyRouteComponent(() => import('../pages/audit/stream-section.tsx'), 'StreamSection'),
  ExplainStart: lazyRouteComponent(() => import('../pages/audit/explain-section.tsx'), 'ExplainStart'),
  Explain: lazyRouteComponent(() => import('../pages/audit/explain-section.tsx'), 'ExplainSection'),
  Reviews: lazyRouteComponent(() => import('../pages/audit/reviews-section.tsx'), 'ReviewsSection'),
  BreakGlass: lazyRouteComponent(() => import('../pages/audit/break-glass-section.tsx'), 'BreakGlassSection'),
  SignOff: lazyRouteComponent(() => import('../pages/audit/sign-off-section.tsx'), 'SignOffSection'),
  Subject: lazyRouteComponent(() => import('../pages/audit/subject-section.tsx'), 'SubjectSection'),
  Erasures: lazyRouteComponent(() => import('../pages/audit/erasures-section.tsx'), 'ErasuresSection'),
  Export: lazyRouteComponent(() => import('../pages/audit/export-section.tsx'), 'ExportSection'),
} as const;
