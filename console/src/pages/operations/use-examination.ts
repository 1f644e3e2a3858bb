import { useEffect, useRef, useState } from 'react';
import type { Observation } from '../../../../client/api.generated.ts';
import { useApi } from '../../session/use-session.ts';

export type Finding = Extract<Observation, { kind: 'finding' }>;
type Step = Extract<Observation, { kind: 'progress' }>;

/** An examination as far as it has come. */
export type Examination = {
  readonly status: 'running' | 'complete' | 'failed';
  readonly findings: readonly Finding[];
  readonly step: Step | undefined;
  readonly error?: unknown;
};

type ExaminationOptions = { readonly deep: boolean; readonly repair: boolean };

const begun: Examination = { status: 'running', findings: [], step: undefined };

const grown = (examination: Examination, observation: Observation): Examination => {
  switch (observation.kind) {
    case 'finding':
      return { ...examination, findings: [...examination.findings, observation] };
    case 'progress':
      return { ...examination, step: observation };
    case 'end':
      return { ...examination, status: 'complete', step: undefined };
  }
};

/** Examines the installation; the findings appear as they arrive. */
export const useExamination = () => {
  const api = useApi();
  const [examination, setExamination] = useState<Examination>();
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const examine = async (options: ExaminationOptions): Promise<void> => {
    running.current?.abort();
    const control = new AbortController();
    running.current = control;
    setExamination(begun);
    const note = (change: (former: Examination) => Examination): void => {
      if (!control.signal.aborted) setExamination((former) => change(former ?? begun));
    };
    try {
      for await (const line of api.lines('/api/admin/doctor', { body: options, signal: control.signal }))
        note((former) => grown(former, line));
      // A response without its last line was cut short.
      note((former) =>
        former.status === 'complete'
          ? former
          : { ...former, status: 'failed', error: new Error('The examination was cut short.') },
      );
    } catch (error) {
      note((former) => ({ ...former, status: 'failed', error }));
    }
  };
  return { examination, examine, stop: () => running.current?.abort() };
};
