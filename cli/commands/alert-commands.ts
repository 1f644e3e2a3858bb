import type { Command } from 'commander';
import { z } from 'zod';
import { CliError } from '../cli-error.ts';
import type { CliRun } from '../cli-run.ts';
import { withServer } from '../connect.ts';
import { plainLine } from '../plain-text.ts';
import { parseOptions } from './parse-options.ts';

/** Adds `alerts`. */
export const addAlertCommands = (program: Command, { terminal, environment, signal }: CliRun): void => {
  const alerts = program
    .command('alerts')
    .summary('test how operators are notified of failures')
    .description('Tests how operators are notified of failures.');
  alerts
    .command('test')
    .summary('send a test alert through every configured channel')
    .description(
      'Sends a test alert to the webhook (ALERT_WEBHOOK_URL) and by e-mail (SMTP_URL), whichever are configured.',
    )
    .option('--json', 'print the outcomes as JSON')
    .addHelpText('after', '\nExample:\n  $ npx anamnesis alerts test')
    .action(async (_options: unknown, command: Command) => {
      const { url, json } = parseOptions(command, { json: z.boolean().default(false) });
      await withServer({ url, environment, terminal, signal, mayCreate: false }, async (client) => {
        const outcomes = await client.post('/api/admin/alerts/test');
        if (json) terminal.print(JSON.stringify(outcomes, null, 2));
        else
          for (const { channel, delivered, message = '' } of outcomes)
            terminal.print(
              delivered ? `${channel}: delivered` : `${channel}: not delivered. ${plainLine(message)}`,
            );
        if (outcomes.length === 0)
          throw new CliError('No channel is configured, so no alerts are sent.', {
            hint: 'Set ALERT_WEBHOOK_URL and ALERT_WEBHOOK_SECRET, or SMTP_URL, ALERT_EMAIL_TO and ALERT_EMAIL_FROM, and restart.',
          });
        if (outcomes.some(({ delivered }) => !delivered))
          throw new CliError('Not every channel delivered the alert.');
      });
    });
};
