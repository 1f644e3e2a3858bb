import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

const folder = join(import.meta.dirname, '../../../deploy');
const read = (path: string): unknown => parse(readFileSync(join(folder, path), 'utf8'));

type Route = { readonly receiver: string; readonly routes?: readonly Route[] };
type Alertmanager = {
  readonly route: Route;
  readonly receivers: readonly {
    readonly name: string;
    readonly webhook_configs?: readonly { readonly url: string }[];
  }[];
};
type Service = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
};
const { services } = read('compose.yaml') as { readonly services: Readonly<Record<string, Service>> };
const alertmanager = read('alertmanager/alertmanager.yml') as Alertmanager;

/** Host and port of an address in the network of compose. */
const placeOf = (address: string) =>
  address
    .replace(/^https?:\/\//, '')
    .replace(/\/$/, '')
    .split(':');

const sink = spawn(process.execPath, [join(folder, 'alertmanager/print-alerts.mjs')], {
  env: { PORT: '0' },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const lines = createInterface({ input: sink.stdout })[Symbol.asyncIterator]();
afterAll(() => sink.kill());

describe('the route of an alert', () => {
  it('leads from Prometheus to Alertmanager, and from every route to an existing receiver', () => {
    const { alerting } = read('prometheus/prometheus.yml') as {
      readonly alerting: {
        readonly alertmanagers: readonly {
          readonly static_configs: readonly { readonly targets: readonly string[] }[];
        }[];
      };
    };
    const targets = alerting.alertmanagers.flatMap(({ static_configs }) =>
      static_configs.flatMap(({ targets }) => targets),
    );
    expect(targets).toEqual(['alertmanager:9093']);
    const routes = [alertmanager.route, ...(alertmanager.route.routes ?? [])];
    const names = alertmanager.receivers.map(({ name }) => name);
    for (const { receiver } of routes) expect(names).toContain(receiver);
    const urls = alertmanager.receivers.flatMap(({ webhook_configs = [] }) =>
      webhook_configs.map(({ url }) => url),
    );
    expect(urls.length).toBeGreaterThan(0);
    for (const url of urls) {
      const [service = '', port] = placeOf(url);
      expect(services[service]?.environment?.PORT, url).toBe(port);
    }
  });

  it('ends in a line with the problem and its runbook chapter', async () => {
    const { value: first } = await lines.next();
    const port = /\d+/.exec(String(first))?.[0];
    const url = `http://127.0.0.1:${port}/`;
    expect((await fetch(url, { method: 'POST', body: 'no JSON' })).status).toBe(400);
    const alert = {
      status: 'firing',
      labels: { alertname: 'AnamnesisDown', severity: 'critical' },
      annotations: { summary: 'a:3000 does not answer.', runbook: 'docs/runbook.md#a-node-is-down' },
      startsAt: '2026-01-01T00:00:00Z',
    };
    const sent = await fetch(url, {
      method: 'POST',
      body: JSON.stringify({ version: '4', alerts: [alert] }),
    });
    expect(sent.status).toBe(204);
    const { value: line } = await lines.next();
    expect(JSON.parse(String(line))).toEqual({
      status: 'firing',
      severity: 'critical',
      alert: 'AnamnesisDown',
      startsAt: alert.startsAt,
      ...alert.annotations,
    });
  });
});

describe('the Grafana of compose', () => {
  it('receives Prometheus, Alertmanager and the dashboard, each by a mounted path', () => {
    const mounted = (services.grafana?.volumes ?? []).map((volume) => volume.split(':'));
    for (const [source = ''] of mounted)
      if (source.startsWith('.')) expect(existsSync(join(folder, source)), source).toBe(true);
    const { datasources } = read('grafana/provisioning/datasources/anamnesis.yml') as {
      readonly datasources: readonly {
        readonly type: string;
        readonly url: string;
        readonly isDefault?: boolean;
      }[];
    };
    expect(datasources.map(({ type }) => type)).toEqual(['prometheus', 'alertmanager']);
    expect(datasources.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    for (const { url } of datasources) expect(Object.keys(services)).toContain(placeOf(url)[0]);
    const { providers } = read('grafana/provisioning/dashboards/anamnesis.yml') as {
      readonly providers: readonly { readonly options: { readonly path: string } }[];
    };
    const dashboards = mounted.map(([, target = '']) => target).filter((target) => target.endsWith('.json'));
    expect(dashboards).toEqual(providers.map(({ options }) => `${options.path}/anamnesis.json`));
    expect(services.grafana?.environment?.GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH).toBe(dashboards[0]);
  });

  it('shows data without manual steps: Prometheus has its token from the service that creates it', () => {
    const { scrape_configs } = read('prometheus/prometheus.yml') as {
      readonly scrape_configs: readonly { readonly authorization: { readonly credentials_file: string } }[];
    };
    const [job] = scrape_configs;
    const file = job?.authorization.credentials_file ?? '';
    expect(services.prometheus?.volumes).toContain(`metrics-token:${file.replace(/\/[^/]+$/, '')}:ro`);
    expect(JSON.stringify(services['metrics-token'])).toContain(`/new ${file}`);
  });
});
