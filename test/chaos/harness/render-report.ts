import type { ScenarioReport } from './run-scenario.ts';

/** Violations shown of each kind; the `--json` file has all. */
const SHOWN = 5;

const rounded = (value: number): string => value.toFixed(value < 10 ? 2 : 1);

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

const aligned = (rows: readonly (readonly [string, string])[]): readonly string[] => {
  const width = Math.max(0, ...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `  ${name.padEnd(width)}  ${value}`);
};

/** Renders the counts, measurements and violations of a run for a terminal. */
export const renderReport = (report: ScenarioReport): string => {
  const { scenario, database, seed, rounds, roundsAsked, seconds, counts, measures, violations } = report;
  const kinds = Map.groupBy(violations, ({ kind }) => kind);
  return [
    `${scenario} on ${database}, seed ${seed}: ${rounds} of ${roundsAsked} rounds in ${seconds.toFixed(0)} s`,
    ...aligned([
      ...Object.entries(counts).map(([name, count]) => [name, String(count)] as const),
      ...Object.entries(measures).map(
        ([name, values]) =>
          [name, `median ${rounded(medianOf(values))}, most ${rounded(Math.max(...values))}`] as const,
      ),
      ['violations', String(violations.length)] as const,
    ]),
    ...[...kinds].flatMap(([kind, all]) => [
      `  ${all.length} x ${kind}`,
      ...all.slice(0, SHOWN).map(({ round, detail }) => `    round ${round}: ${detail}`),
    ]),
  ].join('\n');
};
