import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import AxeBuilder from '@axe-core/playwright';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { expect } from 'vitest';
import type { Role } from '../../domain/kernel/actor.ts';
import { type FailureCode, failure } from '../../domain/kernel/failure.ts';
import { failureResponse } from '../../read-api/failure-response.ts';
import { buildConsole } from './console-build.ts';
import { startFhirServer } from './fhir-server.ts';
import { startRealtimeServer } from './realtime-server.ts';
import { type InProcess, startInProcess } from './server-in-process.ts';
import { signTestToken } from './test-user.ts';

/**
 * Debian's packages `chromium-headless-shell` and `chromium`; CHROMIUM names another one. The first has no windows, which
 * cost `chromium` as much processor time as the pages in them.
 */
const [preferred, other] = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'] as const;
const executablePath = process.env.CHROMIUM ?? (existsSync(preferred) ? preferred : other);

/** Whether the tests of the console can run; says why if not. */
export const hasBrowser = existsSync(executablePath);
if (!hasBrowser)
  process.stderr.write(
    `There is no Chromium at ${executablePath}: the tests of the console are skipped. Install Debian's package "chromium-headless-shell" or "chromium", or set CHROMIUM.\n`,
  );

const folder = join(import.meta.dirname, '../../console-screenshots');
const SAMPLES = ['pediatric-anaphylaxis.pdf', 'opioid-overdose.txt', 'status-epilepticus.md'] as const;

const start = async () => {
  buildConsole();
  const records = await startFhirServer([
    { resourceType: 'Patient', id: 'p-1', gender: 'female', birthDate: '1990-06-15' },
  ]);
  const voice = await startRealtimeServer();
  // Like NODE_EXTRA_CA_CERTS for a separate process.
  setDefaultCACertificates([
    ...getCACertificates(),
    readFileSync(join(import.meta.dirname, 'tls/localhost.crt'), 'utf8'),
  ]);
  const [browser, server] = await Promise.all([
    chromium.launch({
      executablePath,
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // A microphone that beeps, which any page may use: the headless shell cannot ask a person.
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        '--autoplay-policy=no-user-gesture-required',
      ],
    }),
    startInProcess({
      environment: {
        ENVIRONMENT: 'test',
        FHIR_URL: records.base.href,
        VOICE_URL: voice.url.href,
        VOICE_API_KEY: 'a-key',
        VOICE_LOCAL: 'true',
      },
    }),
  ]);
  for (const name of SAMPLES) await server.ingestSample(name, { specialty: 'emergency_medicine' });
  mkdirSync(folder, { recursive: true });
  return { browser, server, voice };
};

let started: ReturnType<typeof start> | undefined;

/** One server with samples and one browser, shared by all files of the process, which ends them. */
const shared = (): ReturnType<typeof start> => {
  started ??= start();
  return started;
};

/** The server that the console is tried with. */
export const consoleServer = async (): Promise<InProcess> => (await shared()).server;

/** The voice model that the server is configured with, whose part the test plays. */
export const voiceModel = async () => (await shared()).voice;

/** A refusal as the server words it, for a route of the browser. */
export const refusalOf = (code: FailureCode, extra: Parameters<typeof failure>[2] = {}) => {
  const { status, headers, body } = failureResponse(
    failure(code, 'Refused in a test.', extra),
    '0af7651916cd43dd8448eb211c80319c',
    '2026-11-30T08:00:00.000Z',
  );
  return { status, headers: { ...headers, 'content-type': 'application/problem+json' }, json: body };
};

/** A token of a person of the test's own, so that tests do not see each other's conversations. */
export const tokenOf = (person: string, roles: readonly Role[] = ['clinician']): Promise<string> =>
  signTestToken(person, roles);

const open = async (browser: Browser, url: string, options: BrowserContextOptions) => {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en-US',
    timezoneId: 'America/Chicago',
    viewport: { width: 1280, height: 860 },
    reducedMotion: 'reduce',
    ...options,
  });
  // Only ends a test whose page never gets there, on however busy a machine.
  context.setDefaultTimeout(60_000);
  const page = await context.newPage();
  /** What went wrong in the page: exceptions, and what the content security policy refused. */
  const faults: string[] = [];
  const watch = (watched: Page): void => {
    watched.on('pageerror', (error) => faults.push(error.message));
    watched.on('console', (message) => {
      if (/Content Security Policy/i.test(message.text())) faults.push(message.text());
    });
  };
  watch(page);
  context.on('page', watch);
  return { context, page, faults };
};

type OpenOptions = BrowserContextOptions & {
  readonly person?: string;
  /** A clinician if absent. */
  readonly roles?: readonly Role[];
  /** The page to open, e.g. `/console/library`; by default the first one. */
  readonly at?: string;
};

/** Opens the console in a browser of its own; signs a person in if one is given. */
export const openConsole = async ({ person, roles, at = '/', ...options }: OpenOptions = {}) => {
  const { browser, server } = await shared();
  const opened = await open(browser, server.url, options);
  const { page, context, faults } = opened;
  // As the page to sign in does, which costs a second of processor time; its own tests use it.
  if (person !== undefined) {
    const answer = await context.request.post('/api/session', {
      data: { token: await tokenOf(person, roles) },
    });
    expect(answer.status()).toBe(200);
  }
  await page.goto(at);
  if (person !== undefined)
    await page
      .getByRole('button', { name: 'Sign out' })
      .or(page.getByRole('button', { name: 'Menu' }))
      .first()
      .waitFor();
  return {
    page,
    context,
    server,
    /** Asks a question and waits for the end of the answer. */
    ask: async (question: string): Promise<void> => {
      const answered = page.getByText('Not checked by a clinician', { exact: true });
      const before = await answered.count();
      await page.getByRole('textbox', { name: /^(?:Follow-up q|Q)uestion$/ }).fill(question);
      await page.keyboard.press('Enter');
      await answered.nth(before).waitFor();
    },
    /** Keeps a picture of the page, to look at after the tests. */
    picture: (name: string) => page.screenshot({ path: join(folder, `${name}.png`) }),
    /** Fails if anything is wrong with the page for people who use assistive technology. */
    expectAccessible: async (): Promise<void> => {
      // A page is loaded when it is first opened.
      await page.locator('h1').first().waitFor();
      // Without frames there is nothing to join: otherwise the results are, in another page made for it.
      expect(page.frames()).toHaveLength(1);
      const { violations } = await new AxeBuilder({ page })
        .setLegacyMode()
        .options({ resultTypes: ['violations'] })
        // What was read out after a button was pressed stays for seconds, and may refer to a button that is gone.
        .exclude('[data-live-announcer]')
        .analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual(
        [],
      );
    },
    /** Fails if the page is wider than the window. */
    expectNoSidewaysScrolling: async (): Promise<void> => {
      const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth');
      expect(excess).toBeLessThanOrEqual(0);
    },
    /** Closes the browser, and fails if scripts failed or the content security policy refused anything. */
    close: async (): Promise<void> => {
      await context.close();
      expect(faults).toEqual([]);
    },
  };
};
export type OpenedConsole = Awaited<ReturnType<typeof openConsole>>;
