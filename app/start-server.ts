import { isIP } from 'node:net';
import { omitUndefined } from '../domain/kernel/omit-undefined.ts';
import { dataDirectoryAdvice } from '../infra/installation/data-directory/data-directory-advice.ts';
import { maintainAnnouncement } from '../infra/installation/data-directory/maintain-announcement.ts';
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

/** A note for the person who starts the server; advice has the level `info`. */
export type StartNote = { readonly level: 'info' | 'warn'; readonly text: string };

export type Server = {
  readonly application: Application;
  /** The address it listens on, e.g. `http://127.0.0.1:3000`. */
  readonly url: string;
  /** The notes logged for the person who starts it. */
  readonly notes: readonly StartNote[];
  /** Finishes requests in progress, stops background work, and closes everything. Idempotent. */
  readonly stop: () => Promise<void>;
};

const openTls = async (files: TlsFiles): Promise<TlsMaterial> => {
  try {
    return await readTlsFiles(files, Date.now());
  } catch (error) {
    throw error instanceof TlsProblem ? new ConfigurationError(error.message) : error;
  }
};

/** The URL for the command line on this machine, with a host name that the certificate covers. */
const nearUrl = (
  { url, port }: { readonly url: string; readonly port: number },
  host: string,
  tls: TlsMaterial | undefined,
): string => {
  if (tls === undefined || tls.isFor(new URL(url).hostname)) return url;
  const near = ['localhost', '127.0.0.1', host].find(tls.isFor) ?? tls.name;
  return near === undefined ? url : `https://${isIP(near) === 6 ? `[${near}]` : near}:${port}`;
};

/** Whether other machines can reach the server over an unencrypted connection. */
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
        `HOST ${host} lets other machines connect WITHOUT TLS: tokens and patient data can be intercepted. Set TLS_CERT and TLS_KEY, or put a TLS proxy in front and set TRUST_PROXY=true.`,
      ]
    : []),
  ...misspelt.map(({ name, meant }) => `${name} is set, but is not a known setting. Did you mean ${meant}?`),
  ...(unusedKeyAdvice === undefined ? [] : [unusedKeyAdvice]),
];

const notesOf = async (
  configuration: Configuration,
  { masterKeyAdvice, dataDirectory }: Application,
): Promise<readonly StartNote[]> => {
  const open = await dataDirectoryAdvice(dataDirectory);
  const warnings = [
    ...warningsOf(configuration),
    ...(open === undefined ? [] : [`${open.message} ${open.advice}`]),
  ];
  return [
    ...warnings.map((text) => ({ level: 'warn', text }) as const),
    // At level info, as in the doctor: every installation starts this way, and monitoring should not alert on it.
    ...(masterKeyAdvice === undefined ? [] : [{ level: 'info', text: masterKeyAdvice } as const]),
  ];
};

/**
 * Binds the HTTP port and then opens the application, so that a start whose port is taken has changed nothing. Port 0 picks
 * a free one.
 */
export const startServer = async (
  options: ApplicationOptions & {
    readonly configuration: Configuration;
    /** Whether to only answer requests, without running projections and consumers. */
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
  const announced = options.onlyLook ? undefined : await maintainAnnouncement(dataDirectory, nearBy(tls));
  opened.defer(async () => announced?.withdraw());
  const renew = (material: TlsMaterial): void => {
    door.renewTls(material);
    announced?.announce(nearBy(material)).catch(() => {
      logger.warn({}, 'The new TLS certificate could not be announced to the command line.');
    });
  };
  const watched =
    tlsFiles && tls && watchTlsFiles({ files: tlsFiles, current: tls, use: renew, logger, now: Date.now });
  const notes = await notesOf(options.configuration, application);
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
        // In reverse order, and each even if others fail: leases must be released, and the database closed.
        await using closing = new AsyncDisposableStack();
        closing.defer(() => application.stop());
        closing.defer(() => serving.stop());
        closing.defer(async () => announced?.withdraw());
      })();
      return stopped;
    },
  };
};
