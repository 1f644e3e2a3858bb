import type { StreamCategory } from '../../domain/kernel/event.ts';
import { categoryOf } from '../../domain/kernel/identifiers.ts';
import type { ErasureEffect } from '../../domain/privacy/subject-events.ts';
import type { PlanErasure } from '../../ports/erasure-plan.ts';
import type { SubjectCount } from '../../ports/subject-purge.ts';
import type { SubjectEraserServices } from './subject-eraser-services.ts';
import { type SubjectSurvey, surveySubject } from './survey-subject.ts';

type PlanServices = Pick<SubjectEraserServices, 'eventStore' | 'subjectKeyState' | 'notReached'> & {
  readonly counts: readonly SubjectCount[];
};

const streamsOf = ({ streamIds }: SubjectSurvey): Partial<Record<StreamCategory, number>> => {
  const streams: Partial<Record<StreamCategory, number>> = {};
  for (const streamId of streamIds) {
    const category = categoryOf(streamId);
    streams[category] = (streams[category] ?? 0) + 1;
  }
  return streams;
};

/** Plans erasures by the survey and the places that the eraser uses itself; see `PlanErasure`. */
export const createErasurePlan =
  (services: PlanServices): PlanErasure =>
  async ({ subject, stream }, signal) => {
    const [key = 'missing'] = await services.subjectKeyState([subject]);
    const survey = await surveySubject({ subject, stream }, services, { signal, progress: () => {} });
    const counted: ErasureEffect[] = [
      { place: 'subject_key', count: key === 'present' ? 1 : 0, effect: 'removed' },
      { place: 'events', count: survey.events, effect: 'unreadable' },
      { place: 'files', count: survey.files.size, effect: 'removed' },
    ];
    const { streamIds, commandIds } = survey;
    for (const { place, effect, count } of services.counts) {
      signal.throwIfAborted();
      counted.push({ place, effect, count: await count({ subject, streamIds, commandIds }) });
    }
    return {
      key,
      effects: counted.filter(({ count }) => count > 0),
      streams: streamsOf(survey),
      notReached: services.notReached,
    };
  };
