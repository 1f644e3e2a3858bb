import { z } from 'zod';
import { Failure, failure } from '../../domain/kernel/failure.ts';
import type { ComponentHealth } from '../../ports/health.ts';
import type { HttpApiServices } from '../http-api-services.ts';
import { readinessRepresentation } from '../representations/operations-representation.ts';
import { defineOpenRoute, none, type Route } from '../routing/define-route.ts';
import { answerData } from '../routing/route-answer.ts';

type Needs = Pick<HttpApiServices, 'health' | 'stopping' | 'limits' | 'prove' | 'clock'>;

/** 256 bits. Anything else gets no proof. */
const challengePattern = /^[A-Za-z0-9_-]{43}$/;

const notReady = (message: string, components: readonly string[]): Failure =>
  new Failure(failure('unavailable', message, { details: { components }, retryAfter: 5 }));

/**
 * Lets requests at the same time share one check: anyone may ask, and each check asks the database. One that hangs is
 * shared only until it is late.
 */
const shareChecks = ({ health, limits, clock }: Needs): (() => Promise<readonly ComponentHealth[]>) => {
  let running: { readonly since: number; readonly list: Promise<readonly ComponentHealth[]> } | undefined;
  return () => {
    if (running !== undefined && clock.elapsed() - running.since < limits.healthTimeout) return running.list;
    const started = { since: clock.elapsed(), list: health.list() };
    running = started;
    const end = (): void => {
      if (running === started) running = undefined;
    };
    started.list.then(end, end);
    return started.list;
  };
};

/** The components, or a failure when checking them takes too long. */
const inTime = async (
  check: () => Promise<readonly ComponentHealth[]>,
  { limits }: Needs,
): Promise<readonly ComponentHealth[]> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(notReady('The health checks take too long.', [])), limits.healthTimeout);
  });
  try {
    return await Promise.race([check(), late]);
  } finally {
    clearTimeout(timer);
  }
};

/**
 * A caller that sends a challenge is about to send a token to this process, and first checks that it is the right
 * one.
 */
const live = ({ prove }: Needs): Route =>
  defineOpenRoute({
    method: 'GET',
    path: '/health/live',
    tag: 'Operations',
    operationId: 'isLive',
    summary: 'Liveness of the process, without checking its dependencies.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    headers: [
      {
        name: 'X-Anamnesis-Challenge',
        description:
          'Random; the answer in X-Anamnesis-Proof shows that this is the server of a data directory.',
        schema: z.string().regex(challengePattern),
      },
    ],
    body: none,
    responses: [
      {
        status: 200,
        description: 'It runs.',
        data: z.object({ status: z.literal('live') }),
        headers: ['X-Anamnesis-Proof'],
      },
    ],
    handle: async (_input, request) => {
      const challenge = request.header('X-Anamnesis-Challenge') ?? '';
      return answerData(
        { status: 'live' as const },
        challengePattern.test(challenge) ? { headers: { 'X-Anamnesis-Proof': prove(challenge) } } : {},
      );
    },
  });

const ready = (services: Needs): Route => {
  const check = shareChecks(services);
  return defineOpenRoute({
    method: 'GET',
    path: '/health/ready',
    tag: 'Operations',
    operationId: 'isReady',
    summary: 'Readiness to serve requests: 503 if a critical component is down or the process is stopping.',
    ownership: 'none',
    discloses: 'nothing',
    params: none,
    query: none,
    body: none,
    response: readinessRepresentation,
    handle: async () => {
      if (services.stopping.aborted) throw notReady('The process is stopping.', []);
      const components = await inTime(check, services);
      const down = components.filter(({ healthy }) => !healthy);
      const critical = down.filter((component) => component.critical);
      if (critical.length > 0)
        throw notReady(
          ['A critical component is down.', ...critical.flatMap(({ message }) => message ?? [])].join(' '),
          critical.map(({ component }) => component),
        );
      const status: 'ready' | 'degraded' = down.length > 0 ? 'degraded' : 'ready';
      return answerData({ status, components });
    },
  });
};

/** For orchestrators and load balancers, without a token. */
export const healthRoutes = (services: Needs): readonly Route[] => [live(services), ready(services)];
