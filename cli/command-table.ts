import type { Command } from 'commander';
import type { CliRun } from './cli-run.ts';

/** Adds commands, with their options and actions, to the program. */
type AddCommands = (program: Command, cli: CliRun) => void;

type CommandGroup = {
  /** The entries in the list of commands: a name and a one-line summary. */
  readonly listed: readonly (readonly [name: string, summary: string])[];
  readonly load: () => Promise<AddCommands>;
};

/**
 * The commands, in the order of the list. Each loads its modules when it is called, so that neither the list nor any
 * other command waits for them.
 */
export const commandTable: readonly CommandGroup[] = [
  {
    listed: [['ingest', 'load documents: PDF, Word, Excel, PowerPoint, OpenDocument, EPUB, RTF, HTML, text']],
    load: async () => (await import('./commands/ingest-command.ts')).addIngestCommand,
  },
  {
    listed: [['ask', 'ask a question and get an answer with its sources']],
    load: async () => (await import('./commands/ask-command.ts')).addAskCommand,
  },
  {
    listed: [['chat', 'ask questions in a conversation']],
    load: async () => (await import('./commands/chat-command.ts')).addChatCommand,
  },
  {
    listed: [['clarify', 'answer a clarifying question']],
    load: async () => (await import('./commands/clarify-command.ts')).addClarifyCommand,
  },
  {
    listed: [['search', 'find passages without composing an answer']],
    load: async () => (await import('./commands/search-command.ts')).addSearchCommand,
  },
  {
    listed: [['calc', 'calculate a clinical score, or list its parameters']],
    load: async () => (await import('./commands/calc-command.ts')).addCalcCommand,
  },
  {
    listed: [
      ['documents', 'list the documents, show a page of one, or save its file'],
      ['withdraw', 'remove a document from search'],
    ],
    load: async () => (await import('./commands/document-commands.ts')).addDocumentCommands,
  },
  {
    listed: [
      ['jobs', 'list the indexing jobs'],
      ['retry', 'retry a failed indexing job'],
      ['cancel', 'cancel a waiting or running indexing job'],
    ],
    load: async () => (await import('./commands/job-commands.ts')).addJobCommands,
  },
  {
    listed: [['tools', 'call tools, and confirm or decline their calls']],
    load: async () => (await import('./commands/tool-commands.ts')).addToolCommands,
  },
  {
    listed: [['feedback', 'rate answers, and export the ratings']],
    load: async () => (await import('./commands/feedback-commands.ts')).addFeedbackCommands,
  },
  {
    listed: [['reviews', 'dispute and review withheld answers']],
    load: async () => (await import('./commands/review-commands.ts')).addReviewCommands,
  },
  {
    listed: [['break-glass', 'approve and review emergency access']],
    load: async () => (await import('./commands/break-glass-commands.ts')).addBreakGlassCommands,
  },
  {
    listed: [['queries', 'see how questions and searches were served']],
    load: async () => (await import('./commands/query-commands.ts')).addQueryCommands,
  },
  {
    listed: [['costs', 'show what language models have cost']],
    load: async () => (await import('./commands/cost-command.ts')).addCostCommand,
  },
  {
    listed: [['audit', 'read the audit trail']],
    load: async () => (await import('./commands/audit-commands.ts')).addAuditCommands,
  },
  {
    listed: [['projections', 'watch and rebuild read models and indexes']],
    load: async () => (await import('./commands/projection-commands.ts')).addProjectionCommands,
  },
  {
    listed: [['nodes', 'list the nodes that share the work']],
    load: async () => (await import('./commands/node-commands.ts')).addNodesCommand,
  },
  {
    listed: [['embedding', 'choose the embedding model for search']],
    load: async () => (await import('./commands/embedding-commands.ts')).addEmbeddingCommands,
  },
  {
    listed: [['reindex', 'read documents again with the current reader']],
    load: async () => (await import('./commands/reindex-command.ts')).addReindexCommand,
  },
  {
    listed: [['watch', 'load new and changed documents from folders or a list of addresses']],
    load: async () => (await import('./commands/watch-command.ts')).addWatchCommand,
  },
  {
    listed: [['settings', 'show and change how questions are answered (admins)']],
    load: async () => (await import('./commands/settings-commands.ts')).addSettingsCommands,
  },
  {
    listed: [['preferences', 'show and change how you want answers']],
    load: async () => (await import('./commands/preferences-commands.ts')).addPreferencesCommands,
  },
  {
    listed: [['subjects', 'erase a person or a document for good, or place a legal hold']],
    load: async () => (await import('./commands/subject-commands.ts')).addSubjectCommands,
  },
  {
    listed: [['parked', 'list and retry events that consumers gave up on']],
    load: async () => (await import('./commands/parked-commands.ts')).addParkedCommands,
  },
  {
    listed: [['alerts', 'test how operators are notified of failures']],
    load: async () => (await import('./commands/alert-commands.ts')).addAlertCommands,
  },
  {
    listed: [['log-loss', 'show what a KurrentDB restored from an older copy has lost']],
    load: async () => (await import('./commands/log-loss-commands.ts')).addLogLossCommands,
  },
  {
    listed: [['backup', 'back up a running installation, or check a backup']],
    load: async () => (await import('./commands/backup-commands.ts')).addBackupCommands,
  },
  {
    listed: [['restore', 'restore a backup into an empty installation']],
    load: async () => (await import('./commands/restore-command.ts')).addRestoreCommand,
  },
  {
    listed: [['token', 'replace the admin token']],
    load: async () => (await import('./commands/token-commands.ts')).addTokenCommands,
  },
  {
    listed: [['keys', 'move the master key, or wrap it with a key service']],
    load: async () => (await import('./commands/key-commands.ts')).addKeyCommands,
  },
  {
    listed: [['models', 'install models that run in this process']],
    load: async () => (await import('./commands/model-commands.ts')).addModelCommands,
  },
  {
    listed: [['tokens', 'create, list and revoke user tokens']],
    load: async () => (await import('./commands/named-token-commands.ts')).addNamedTokenCommands,
  },
  {
    listed: [['import-embedded', 'move the embedded database to a PostgreSQL server']],
    load: async () => (await import('./commands/import-command.ts')).addImportCommand,
  },
  {
    listed: [['copy-files', 'copy the files of documents to a bucket, or back']],
    load: async () => (await import('./commands/copy-files-command.ts')).addCopyFilesCommand,
  },
  {
    listed: [['migrate', 'move an installation to another database']],
    load: async () => (await import('./commands/migrate-command.ts')).addMigrateCommand,
  },
  {
    listed: [['doctor', 'check the installation and advise what to do']],
    load: async () => (await import('./commands/doctor-command.ts')).addDoctorCommand,
  },
];
