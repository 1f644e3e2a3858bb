import { sendsTo } from '../sends-to.ts';
import type { FileToolServices } from './file-tool-services.ts';

/** The reason for refusal when no file server is configured. */
export const NO_FILE_SERVER = 'Set WEBDAV_URL to search and read files on Nextcloud.';

/** The terms that the file tools have in common (tools, "Rate Limiting" and "PHI Handling Rules"). */
export const fileTerms = ({ server, reading }: FileToolServices) =>
  ({
    requiresPhi: true,
    requiresConfirmation: false,
    riskLevel: 'low',
    rateLimit: 20,
    timeoutSeconds: 30,
    permission: 'tools:call',
    ...sendsTo(server),
    // File tools only read.
    afterCrash: 'repeat',
    unavailable: reading === undefined ? NO_FILE_SERVER : undefined,
  }) as const;
