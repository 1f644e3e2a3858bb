import { isIP } from 'node:net';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { keepAnnounced } from '../infra/installation/data-directory/keep-announced.ts';
import { createIdentitySource } from '../infra/installation/identity-source.ts';
import { systemClock } from '../infra/installation/system-clock.ts';
import {
  readTlsFiles,
  type TlsFiles,
  type TlsMaterial,
  TlsProblem,
} from '../infra/installation/tls/read-tls-files.ts';
import { watchTlsFiles } from '../infra/installation/tls/watch-tls-files.ts';
import { createHttpApi } from '../read-api/create-http-api.ts';
import { bindHttpPort } from '../read-api/start-http-server.ts';
import type { ApplicationOptions } from './application-options.ts';
import type { Configuration } from './configuration/configuration.ts';
import { ConfigurationError } from './configuration/configuration-error.ts';
import { type Application, createApplication } from './create-application.ts';
import { startFailure } from './start-checks/start-failure.ts';

/** What the person who starts the server should know and do: advice is logged as information. */
export type StartNote = { readonly level: 'info' | 'warn'; readonly text: string };

export type Server = {
  readonly application: Application;
  /** Where it listens, e.g. `http://127.0.0.1:3000`. */
  readonly url: string;
  /** What has been logged for the person who starts it. */
  readonly notes: readonly StartNote[];
  /** Answers what is under way, stops the work behind, and closes everything. Harmless when repeated. */
  readonly stop: () => Promise<void>;
};

const openTls = async (files: TlsFiles): Promise<TlsMaterial> => {
  try {
    return await readTlsFiles(files, Date.now());
  } catch (error) {
    throw error instanceof TlsProblem ? new ConfigurationError(error.message) : error;
  }
};

/** Where the command line on this machine finds the server: under a name that its certificate is for. */
const nearUrl = (
  { url, port }: { readonly url: string; readonly port: number },
  host: string,
  tls: TlsMaterial | undefined,
): string => {
  if (tls === undefined || tls.isFor(new URL(url).hostname)) return url;
  const near = ['localhost', '127.0.0.1', host].find(tls.isFor) ?? tls.name;
  return near === undefined ? url : `https://${isIP(near) === 6 ? `[${near}]` : near}:${port}`;
};

/** Whether other machines can reach the server, and what they send is readable on the way. */
const isOpenWithoutTls = (
  host: string,
  { tls, trustProxy }: { readonly tls?: unknown; readonly trustProxy: boolean },
): boolean => tls === undefined && !trustProxy && !/^(?:localhost|127\.\d+\.\d+\.\d+|::1)$/i.test(host);

const warningsOf = ({
  host,
  tls,
  trustProxy,
  misspelt,
  unusedKeyAdvice,
}: Configuration): readonly string[] => [
  ...(isOpenWithoutTls(host, { tls, trustProxy })
    ? [
        `HOST ${host} lets other machines in WITHOUT TLS: tokens and patients' data can be read on the way. Set TLS_CERT and TLS_KEY; or put a proxy with TLS in front and set TRUST_PROXY=true.`,
      ]
    : []),
  ...misspelt.map(({ name, meant }) => `${name} is set, and nothing reads it. Was ${meant} meant?`),
  ...(unusedKeyAdvice === undefined ? [] : [unusedKeyAdvice]),
];

const notesOf = (configuration: Configuration, masterKeyAdvice: string | undefined): readonly StartNote[] => [
  ...warningsOf(configuration).map((text) => ({ level: 'warn', text }) as const),
  // As the doctor rates it: every installation begins like this, and monitoring should not alert on it.
  ...(masterKeyAdvice === undefined ? [] : [{ level: 'info', text: masterKeyAdvice } as const]),
];

/**
 * Opens the application and its front door, the door first: a start that cannot have its port has changed nothing.
 * Port 0 takes any free one.
 */
export const startServer = async (
  options: ApplicationOptions & {
    readonly configuration: Configuration;
    /** Whether only requests are answered, and projections and consumers stay as they are. */
    readonly onlyLook?: boolean;
  },
): Promise<Server> => {
  const { host, port, tls: tlsFiles } = options.configuration;
  await using opened = new AsyncDisposableStack();
  const tls = tlsFiles && (await openTls(tlsFiles));
  const door = await bindHttpPort({
    host,
    port,
    clock: systemClock,
    identity: createIdentitySource(),
    ...omitUndefined({ tls }),
  });
  opened.defer(() => door.close());
  const application = await createApplication(options).catch((error: unknown) => {
    throw startFailure(error, options.configuration);
  });
  opened.defer(() => application.stop());
  if (!options.onlyLook) application.start();
  const { http, logger, stopAnnounced, dataDirectory } = application;
  const nearBy = (material: TlsMaterial | undefined) => ({
    url: nearUrl(door, host, material),
    ...omitUndefined({ certificate: material?.cert }),
  });
  const announced = options.onlyLook ? undefined : await keepAnnounced(dataDirectory, nearBy(tls));
  opened.defer(async () => announced?.withdraw());
  const renew = (material: TlsMaterial): void => {
    door.renewTls(material);
    announced?.announce(nearBy(material)).catch(() => {
      logger.warn(
        {},
        'The new TLS certificate could not be announced to the command line of this data directory.',
      );
    });
  };
  const watched =
    tlsFiles && tls && watchTlsFiles({ files: tlsFiles, current: tls, use: renew, logger, now: Date.now });
  const notes = notesOf(options.configuration, application.masterKeyAdvice);
  const known = new Set(options.former?.notes.map(({ text }) => text));
  for (const { level, text } of notes) if (!known.has(text)) logger[level]({}, text);
  const serving = door.serve({ app: createHttpApi(http), logger, stopping: stopAnnounced });
  opened.move();
  let stopped: Promise<void> | undefined;
  return {
    application,
    url: serving.url,
    notes,
    stop: () => {
      stopped ??= (async () => {
        watched?.stop();
        // The last first, and each whatever becomes of the others: leases are given back, and the database is closed.
        await using closing = new AsyncDisposableStack();
        closing.defer(() => application.stop());
        closing.defer(() => serving.stop());
        closing.defer(async () => announced?.withdraw());
      })();
      return stopped;
    },
  };
};
