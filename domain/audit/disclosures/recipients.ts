import type { ExternalSource } from '../../consultation/sources/source-name.ts';
import type { ToolFacts } from '../../tools/tool-definition.ts';

type Recipient = { readonly recipient: string; readonly address: string | null };

const NLM: Recipient = {
  recipient: 'U.S. National Library of Medicine',
  address: '8600 Rockville Pike, Bethesda, MD 20894, USA',
};
const FDA: Recipient = {
  recipient: 'U.S. Food and Drug Administration',
  address: '10903 New Hampshire Avenue, Silver Spring, MD 20993, USA',
};
const OPEN_EVIDENCE: Recipient = { recipient: 'OpenEvidence', address: null };

const sources: Readonly<Record<ExternalSource, Recipient>> = {
  pubmed: NLM,
  openfda: FDA,
  uptodate: { recipient: 'UpToDate (Wolters Kluwer)', address: null },
  openevidence: OPEN_EVIDENCE,
};

export const recipientOfSource = (source: ExternalSource): Recipient => sources[source];

/** Tools whose service is always outside. */
const outside: Readonly<Record<string, Recipient>> = {
  search_pubmed: NLM,
  search_clinical_trials: NLM,
  lookup_icd10: NLM,
  search_openevidence: OPEN_EVIDENCE,
  check_drug_interactions: FDA,
  web_search_medical: { recipient: 'The web search that is configured', address: null },
};

/** Tools that send to a server of the hospital's choice. */
const chosen: Readonly<Record<string, string>> = {
  send_email: 'Recipients of an e-mail',
  search_email: 'The mail server that is configured',
  create_calendar_event: 'The calendar server that is configured',
  get_calendar_events: 'The calendar server that is configured',
  create_task: 'The calendar server that is configured',
  get_tasks: 'The calendar server that is configured',
  search_nextcloud_files: 'The file server that is configured',
  retrieve_nextcloud_file: 'The file server that is configured',
};

/**
 * Who receives the arguments of a tool; undefined when they stay on the premises. Before `sends` was recorded, a server
 * of unknown place counts as outside. A message may leave through a server on the premises.
 */
export const recipientOfTool = (
  name: string,
  sends: ToolFacts['sends'] | undefined,
): Recipient | undefined => {
  if (name !== 'send_email' && (sends === 'nothing' || sends === 'on-premises')) return undefined;
  const server = chosen[name];
  const known = outside[name] ?? (server === undefined ? undefined : { recipient: server, address: null });
  return (
    known ??
    (sends === 'outside' ? { recipient: `The service of the tool ${name}`, address: null } : undefined)
  );
};
