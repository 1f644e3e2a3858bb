import { verifyAnswer } from '../../domain/consultation/answering/verify-answer.ts';
import type { LlmConfiguration } from '../../infra/models/language-models/llm-configuration.ts';
import { probeModelServer } from '../../infra/models/language-models/probe-model-server.ts';
import type { ComponentMonitor, ComponentProbe } from '../../ports/component-health.ts';
import type { Metrics } from '../../ports/metrics.ts';

type Probed = {
  readonly llm: Pick<LlmConfiguration, 'local' | 'cloud'>;
  readonly health: Pick<ComponentMonitor, 'degraded' | 'report'>;
  readonly metrics: Metrics;
};

const lookingProbes = ({ llm, health, metrics }: Probed): readonly ComponentProbe[] => [
  ...(['local', 'cloud'] as const).flatMap((where): readonly ComponentProbe[] => {
    const server = llm[where];
    if (server === undefined) return [];
    const component = `${where}-model` as const;
    return [
      {
        component,
        reports: true,
        look: async (signal) => {
          await probeModelServer(server, where, metrics, signal);
          health.report(component, 'ok');
        },
      },
    ];
  }),
  {
    component: 'safety-filter',
    reports: true,
    look: async () => {
      const judged = verifyAnswer({
        text: 'Nothing.',
        evidence: [],
        question: 'component check',
        patient: {},
      });
      if (judged.verdict === 'blocked') throw new Error('The safety filter breaks.');
      health.report('safety-filter', 'ok');
    },
  },
];

/**
 * Probes models and the safety filter, but only in degraded mode, which no question could end because none reaches them.
 * Otherwise questions show whether they work: a server that lists its models may still fail to answer, and must not be
 * reported as healthy.
 */
export const degradedModeProbes = (probed: Probed): readonly ComponentProbe[] =>
  lookingProbes(probed).map((probe) => ({
    ...probe,
    look: async (signal) => {
      if (probed.health.degraded()) await probe.look(signal);
    },
  }));
