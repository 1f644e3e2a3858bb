import { useId } from 'react';
import styles from './line-plot.module.css';

/** One line of a plot; `null` where nothing was measured. */
export type Series = {
  readonly name: string;
  readonly values: readonly (number | null)[];
};

type LinePlotProps = {
  readonly title: string;
  /** The names of the places along the axis, one for each value. */
  readonly labels: readonly string[];
  readonly series: readonly Series[];
  /** A value with its unit. */
  readonly format: (value: number) => string;
};

/** The drawing is stretched to the width of the page; lines and dots keep their thickness. */
const WIDTH = 1000;
const HEIGHT = 200;
const GRID = [1, 0.75, 0.5, 0.25, 0] as const;
const STEPS = [1, 2, 4, 8, 10] as const;

/** The end of an axis: a round number, not below the highest value, whose quarters are round as well. */
const axisEnd = (highest: number): number => {
  if (highest <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(highest));
  return (STEPS.find((step) => step * power >= highest) ?? 10) * power;
};

const xOf = (at: number, count: number): number => (count < 2 ? WIDTH / 2 : (at * WIDTH) / (count - 1));

type Place = { readonly at: number; readonly value: number };

/** Runs of measured places: a line must not cross a gap as if something had been measured there. */
const runsOf = (values: Series['values']): readonly (readonly Place[])[] => {
  const runs: Place[][] = [[]];
  values.forEach((value, at) => {
    if (value === null) runs.push([]);
    else runs.at(-1)?.push({ at, value });
  });
  return runs.filter((run) => run.length > 0);
};

const Drawing = ({ labels, series, format, end }: LinePlotProps & { readonly end: number }) => {
  const yOf = (value: number): number => (1 - value / end) * HEIGHT;
  return (
    <svg
      className={styles.plot}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {GRID.map((share) => (
        <line
          key={share}
          className={styles.grid}
          x1={0}
          x2={WIDTH}
          y1={yOf(share * end)}
          y2={yOf(share * end)}
        />
      ))}
      {series.map(({ name, values }, index) => (
        <g key={name} className={styles.series} data-series={index}>
          {runsOf(values).map((run) => (
            <polyline
              key={run[0]?.at}
              points={run.map(({ at, value }) => `${xOf(at, values.length)},${yOf(value)}`).join(' ')}
            />
          ))}
          {values.map((value, at) =>
            value === null ? null : (
              // A line without length: its round caps make a dot, which the stretching does not flatten.
              <path key={labels[at]} className={styles.dot} d={`M${xOf(at, values.length)},${yOf(value)}h0`}>
                <title>{`${name}, ${labels[at] ?? ''}: ${format(value)}`}</title>
              </path>
            ),
          )}
        </g>
      ))}
    </svg>
  );
};

const Numbers = ({ labels, series, format }: LinePlotProps) => (
  <details className={styles.numbers}>
    <summary>Numbers</summary>
    <div className={styles.frame}>
      <table>
        <thead>
          <tr>
            <th scope="col">Time</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {labels.map((label, at) => (
            <tr key={label}>
              <th scope="row">{label}</th>
              {series.map(({ name, values }) => {
                const value = values[at] ?? null;
                return <td key={name}>{value === null ? '–' : format(value)}</td>;
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </details>
);

/** Lines over time, drawn as SVG; the same numbers stand in a table for screen readers and for copying. */
export const LinePlot = (props: LinePlotProps) => {
  const { title, labels, series, format } = props;
  const id = useId();
  const end = axisEnd(Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0))));
  const middle = Math.floor((labels.length - 1) / 2);
  return (
    <figure className={styles.figure} aria-labelledby={id}>
      <figcaption className={styles.caption}>
        <span id={id}>{title}</span>
        <span className={styles.legend}>
          {series.map(({ name }, index) => (
            <span key={name} className={styles.key} data-series={index}>
              {name}
            </span>
          ))}
        </span>
      </figcaption>
      <div className={styles.area}>
        <div className={styles.scale} aria-hidden="true">
          {GRID.map((share) => (
            <span key={share}>{format(share * end)}</span>
          ))}
        </div>
        <Drawing {...props} end={end} />
        <div className={styles.axis} aria-hidden="true">
          <span>{labels[0]}</span>
          {middle > 0 ? <span>{labels[middle]}</span> : null}
          {labels.length > 1 ? <span>{labels.at(-1)}</span> : null}
        </div>
      </div>
      <Numbers {...props} />
    </figure>
  );
};
