import { Command, Help } from 'commander';
import type { CliRun } from './cli-run.ts';
import { addAlertCommands } from './commands/alert-commands.ts';
import { addAskCommand } from './commands/ask-command.ts';
import { addAuditCommands } from './commands/audit-commands.ts';
import { addBackupCommands } from './commands/backup-commands.ts';
import { addCalcCommand } from './commands/calc-command.ts';
import { addChatCommand } from './commands/chat-command.ts';
import { addClarifyCommand } from './commands/clarify-command.ts';
import { addCopyFilesCommand } from './commands/copy-files-command.ts';
import { addCostCommand } from './commands/cost-command.ts';
import { addDoctorCommand } from './commands/doctor-command.ts';
import { addDocumentCommands } from './commands/document-commands.ts';
import { addEmbeddingCommands } from './commands/embedding-commands.ts';
import { addFeedbackCommands } from './commands/feedback-commands.ts';
import { addImportCommand } from './commands/import-command.ts';
import { addIngestCommand } from './commands/ingest-command.ts';
import { addJobCommands } from './commands/job-commands.ts';
import { addKeyCommands } from './commands/key-commands.ts';
import { addMigrateCommand } from './commands/migrate-command.ts';
import { addModelCommands } from './commands/model-commands.ts';
import { addNamedTokenCommands } from './commands/named-token-commands.ts';
import { addNodesCommand } from './commands/node-commands.ts';
import { addParkedCommands } from './commands/parked-commands.ts';
import { addPreferencesCommands } from './commands/preferences-commands.ts';
import { addProjectionCommands } from './commands/projection-commands.ts';
import { addQueryCommands } from './commands/query-commands.ts';
import { refuseUnknownSubcommands } from './commands/refuse-unknown-subcommand.ts';
import { addReindexCommand } from './commands/reindex-command.ts';
import { addRestoreCommand } from './commands/restore-command.ts';
import { addReviewCommands } from './commands/review-commands.ts';
import { addSearchCommand } from './commands/search-command.ts';
import { addSettingsCommands } from './commands/settings-commands.ts';
import { addSubjectCommands } from './commands/subject-commands.ts';
import { addTokenCommands } from './commands/token-commands.ts';
import { addToolCommands } from './commands/tool-commands.ts';
import { addWatchCommand } from './commands/watch-command.ts';
import { plainText } from './plain-text.ts';
import { trustFile } from './trust-certificates.ts';

/** All commands. Errors are thrown, also those of commander; nothing ends the process. */
export const createProgram = (cli: CliRun, version: string): Command => {
  const program = new Command('npm run cli --')
    .description(
      [
        'Anamnesis, a clinical knowledge assistant, from the command line.',
        'Works with the server that runs on DATA_DIR (./data), or with the one at --url or ANAMNESIS_URL and a token',
        'in ANAMNESIS_TOKEN. When none runs, it opens the data directory itself.',
      ].join(' '),
    )
    .version(version)
    .option('--url <url>', 'address of a server, e.g. http://localhost:3000')
    .option(
      '--ca <file>',
      'certification authority of a server with TLS (PEM), if it is none of the usual ones',
    )
    .hook('preAction', async (_program, action) => {
      const { ca }: { readonly ca?: string } = action.optsWithGlobals();
      await trustFile(ca ?? (cli.environment.ANAMNESIS_CA || undefined));
    })
    .exitOverride()
    .configureOutput({
      writeOut: (text) => cli.terminal.results.write(text),
      writeErr: (text) => cli.terminal.note(text.trimEnd()),
      outputError: (text, write) =>
        write(cli.terminal.noteStyle('red', plainText(text).replace(/^error: /, 'Error: '))),
    })
    .configureHelp({
      showGlobalOptions: true,
      // Beside long names too, descriptions are broken at blanks; commander leaves them whole below 40 columns.
      minWidthToWrap: 20,
      optionDescription: (option) =>
        `${new Help().optionDescription(option)}${option.mandatory ? ' (required)' : ''}`,
      // What a command says of its own option holds, not what the command above it says.
      visibleGlobalOptions: (command) => {
        const own = new Set(command.options.map(({ long }) => long));
        return Object.assign(new Help(), { showGlobalOptions: true })
          .visibleGlobalOptions(command)
          .filter(({ long }) => !own.has(long));
      },
    })
    .showHelpAfterError('Add --help to see what is possible, with examples.')
    .addHelpText(
      'after',
      `
Examples:
  $ npm run cli -- ingest samples --source-type guideline --specialty emergency_medicine
  $ npm run cli -- ask "pediatric epinephrine dose for anaphylaxis"
  $ npm run cli -- projections reset search
  $ npm run cli -- ingest --help`,
    );
  addIngestCommand(program, cli);
  addAskCommand(program, cli);
  addChatCommand(program, cli);
  addClarifyCommand(program, cli);
  addSearchCommand(program, cli);
  addCalcCommand(program, cli);
  addDocumentCommands(program, cli);
  addJobCommands(program, cli);
  addToolCommands(program, cli);
  addFeedbackCommands(program, cli);
  addReviewCommands(program, cli);
  addQueryCommands(program, cli);
  addCostCommand(program, cli);
  addAuditCommands(program, cli);
  addProjectionCommands(program, cli);
  addNodesCommand(program, cli);
  addEmbeddingCommands(program, cli);
  addReindexCommand(program, cli);
  addWatchCommand(program, cli);
  addSettingsCommands(program, cli);
  addPreferencesCommands(program, cli);
  addSubjectCommands(program, cli);
  addParkedCommands(program, cli);
  addAlertCommands(program, cli);
  addBackupCommands(program, cli);
  addRestoreCommand(program, cli);
  addTokenCommands(program, cli);
  addKeyCommands(program, cli);
  addModelCommands(program, cli);
  addNamedTokenCommands(program, cli);
  addImportCommand(program, cli);
  addCopyFilesCommand(program, cli);
  addMigrateCommand(program, cli);
  addDoctorCommand(program, cli);
  refuseUnknownSubcommands(program);
  return program;
};
