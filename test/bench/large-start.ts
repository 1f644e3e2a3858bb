import { readConfiguration } from '../../app/configuration/read-configuration.ts';
import { createApplication } from '../../app/create-application.ts';
import type { Benchmark } from './harness/benchmark.ts';
import { compare } from './harness/compare.ts';
import { fillLog } from './harness/fill-log.ts';
import { interleave } from './harness/interleave.ts';
import { openBenchApplication } from './harness/open-bench-application.ts';
import { publishGenerated } from './harness/publish-generated.ts';
import { startBare, startCold } from './harness/start-cold.ts';
import { untilCaughtUp } from './harness/until-caught-up.ts';

/** The start of a node on the log and knowledge base of a large installation after years. */
export const largeStart: Benchmark = {
  name: 'large-start',
  run: async (context) => {
    const [events, passages] = context.quick ? [20_000, 500] : [1_000_000, 100_000];
    await using opened = await openBenchApplication(context, publishGenerated(passages));
    await untilCaughtUp(opened.application);
    await opened.stop();
    const application = await createApplication({
      configuration: readConfiguration(opened.environment),
      version: 'bench',
    });
    await fillLog(application, events);
    await application.stop();
    const results = await interleave(context.quick ? 1 : 3, {
      bare: startBare,
      large: () => startCold(['app/main.ts'], opened.environment),
    });
    const figure = (moment: 'live' | 'ready') =>
      compare({
        name: `first byte of /health/${moment}`,
        unit: 'ms',
        measured: results.large.map((start) => start[moment]),
        baseline: 'a bare HTTP server of Node.js',
        baselineMeasured: results.bare.map((start) => start[moment]),
      });
    return {
      figures: [figure('live'), figure('ready')],
      notes: [
        `${events.toLocaleString('en')} events and ${passages.toLocaleString('en')} passages`,
        'peak memory is that of the server that was started',
      ],
      peakMemory: Math.max(...results.large.map(({ memory }) => memory)),
    };
  },
};
