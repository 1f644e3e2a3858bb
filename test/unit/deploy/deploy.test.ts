import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { readConfiguration } from '../../../app/configuration/read-configuration.ts';
import { settingsSchema } from '../../../app/configuration/settings-schema.ts';
import { createPrometheusMetrics } from '../../../infra/observability/prometheus-metrics.ts';
import { silentLogger } from '../../../ports/logger.ts';
import { type MetricDefinition, metricDefinitions } from '../../../ports/metric-definitions.ts';

const root = join(import.meta.dirname, '../../..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const definitions = Object.entries<MetricDefinition>(metricDefinitions);

/** Every metric that a server reports, including those of its process, with their kinds. */
const reported = await createPrometheusMetrics({ logger: silentLogger, processMetrics: true }).render();
/** Every sample name. */
const documented = new Set(
  [...reported.matchAll(/^# TYPE (\w+) (\w+)$/gm)].flatMap(([, name = '', kind]) =>
    kind === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
  ),
);
const namesIn = (text: string): readonly string[] =>
  text.match(/\b(?:anamnesis|voiceassist|process|nodejs)_[a-z0-9_]+/g) ?? [];
const labelsIn = (text: string): readonly string[] =>
  [...text.matchAll(/\b(?:by|on) \(([a-z_, ]+)\)/g)].flatMap(([, list = '']) => list.split(', '));

type Compose = {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly image: string;
        readonly volumes?: readonly string[];
        readonly entrypoint?: readonly string[];
        readonly ports?: readonly string[];
        readonly depends_on?: unknown;
        readonly environment?: Readonly<Record<string, string>>;
        readonly security_opt?: readonly string[];
      }
    >
  >;
  readonly volumes: Readonly<Record<string, unknown>>;
};
type Policy = { readonly spec: { readonly egress?: readonly { readonly to?: readonly unknown[] }[] } };
type Rules = {
  readonly groups: readonly {
    readonly rules: readonly { readonly expr: string; readonly annotations: { readonly runbook: string } }[];
  }[];
};

describe('the deployment', () => {
  it.each(['deploy/prometheus/anamnesis.rules.yml', 'deploy/grafana/anamnesis.json'])(
    'uses only metrics and labels that the program has: %s',
    (path) => {
      const names = namesIn(read(path));
      expect(names.length).toBeGreaterThan(5);
      expect(names.filter((name) => !documented.has(name))).toEqual([]);
      const labels = new Set([
        'le',
        'instance',
        'job',
        // Labels of ALERTS, which Prometheus derives from the rules.
        'alertname',
        'severity',
        ...definitions.flatMap(([, { labels }]) => Object.keys(labels)),
      ]);
      expect(labelsIn(read(path)).filter((label) => !labels.has(label))).toEqual([]);
    },
  );

  it('explains each alert in an existing chapter of the runbook', () => {
    const chapters = [...read('docs/runbook.md').matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
      title
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const rules = (parse(read('deploy/prometheus/anamnesis.rules.yml')) as Rules).groups.flatMap(
      ({ rules }) => rules,
    );
    expect(rules.length).toBeGreaterThan(5);
    for (const { annotations } of rules) {
      const [file, chapter = ''] = annotations.runbook.split('#');
      expect(file).toBe('docs/runbook.md');
      expect(chapters).toContain(chapter);
    }
  });

  it('pins the version of every server, and keeps its data in a named volume', () => {
    /** These print, and store nothing. */
    const keepsNothing = ['alert-log'];
    const { services, volumes } = parse(read('deploy/compose.yaml')) as Compose;
    for (const [name, { image, volumes: mounted = [] }] of Object.entries(services)) {
      expect(image, name).toMatch(/:(?!latest)[\w.-]+$/);
      const named = mounted.filter((mount) => !/^[.$]/.test(mount));
      if (!keepsNothing.includes(name)) expect(named.length, name).toBeGreaterThan(0);
      for (const mount of named) expect(Object.keys(volumes)).toContain(mount.split(':')[0]);
    }
  });

  it.each(['', 'esdb://kurrentdb:2113?tls=false'])(
    'starts a node by compose with settings that the program accepts, its log in "%s"',
    (eventStore) => {
      const { services } = parse(read('deploy/compose.yaml')) as Compose;
      const environment = Object.fromEntries(
        Object.entries(services.anamnesis?.environment ?? {}).map(([name, value]) => [
          name,
          name === 'EVENTSTORE_URL' ? eventStore : value.replace(/\$\{[^}]*\}/g, 'secret'),
        ]),
      );
      const { redis, kafka, kurrent } = readConfiguration(environment);
      expect(redis?.addresses).toEqual([{ host: 'redis', port: 6379 }]);
      expect(kafka?.brokers).toEqual(['kafka:9092']);
      expect(kurrent !== undefined).toBe(eventStore !== '');
    },
  );

  it('is built on the Node.js version of the tests, with only what the program needs', () => {
    const dockerfile = read('Dockerfile');
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      readonly optionalDependencies: { readonly node: string };
    };
    expect(new Set(dockerfile.match(/node:(\d+\.\d+\.\d+)-/g))).toEqual(
      new Set([`node:${optionalDependencies.node}-`]),
    );
    const ignored = read('.dockerignore').split('\n');
    const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \.\/[a-z-/]*$/gm)].flatMap(
      ([, names = '']) => names.split(' '),
    );
    expect(copied).toContain('scripts/find-bundle.cjs');
    for (const source of copied) {
      const isKept = ignored.includes(`!${source}`) || ignored.includes(`!${source.split('/')[0]}`);
      expect(isKept, source).toBe(true);
    }
  });

  it('starts the bundled Node.js, in each systemd unit', () => {
    for (const name of ['anamnesis', 'anamnesis-backup'])
      expect(read(`deploy/systemd/${name}.service`)).toContain(
        '\nExecStart=/opt/anamnesis/node_modules/node/bin/node ',
      );
  });

  it('references only Kubernetes secrets that have an example', () => {
    const examples = parseAllDocuments(read('deploy/kubernetes/secrets.example.yaml')).map(
      (document): { readonly metadata: { readonly name: string } } => document.toJS(),
    );
    const named = ['api', 'worker', 'projector', 'backup'].flatMap((file) =>
      [
        ...read(`deploy/kubernetes/base/${file}.yaml`).matchAll(
          /secretRef: \{ name: ([\w-]+)|secretName: ([\w-]+)/g,
        ),
      ].map(([, first, second]) => first ?? second),
    );
    expect([...new Set(named)].toSorted()).toEqual(examples.map(({ metadata }) => metadata.name).toSorted());
  });

  it('sets no variable that the program does not read', () => {
    // Node.js and npm read these two.
    const known = new Set([...Object.keys(settingsSchema.shape), 'NODE_ENV', 'NPM_CONFIG_CACHE']);
    const set = [...read('Dockerfile').matchAll(/^ENV (.+)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    );
    expect(set.length).toBeGreaterThan(2);
    expect(set.filter((name) => !known.has(name))).toEqual([]);
  });

  it('allows no egress without a destination, name service included', () => {
    const policies = parseAllDocuments(read('deploy/kubernetes/base/network-policies.yaml')).map(
      (document): Policy => document.toJS(),
    );
    const ways = policies.flatMap(({ spec }) => spec.egress ?? []);
    expect(ways.length).toBeGreaterThan(2);
    for (const way of ways) expect(way.to?.length, JSON.stringify(way)).toBeGreaterThan(0);
  });

  it('lets no compose process gain privileges', () => {
    const { services } = parse(read('deploy/compose.yaml')) as Compose;
    for (const [name, { security_opt }] of Object.entries(services))
      expect(security_opt, name).toContain('no-new-privileges:true');
  });
});
