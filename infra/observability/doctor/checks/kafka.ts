import { counted } from '../../../../domain/kernel/counted.ts';
import { Failure } from '../../../../domain/kernel/failure.ts';
import { type Check, fine, warning } from '../check.ts';

/** Whether Kafka answers. Without it nothing is said. */
export const kafkaBrokers = ({
  probeKafka,
}: {
  /** Absent where none is set up. */
  readonly probeKafka?: (() => Promise<{ readonly brokers: number; readonly topics: number }>) | undefined;
}): Check => ({
  name: 'kafka',
  run: async function* (_, signal) {
    if (probeKafka === undefined) return;
    try {
      const { brokers, topics } = await probeKafka();
      yield fine(
        `Kafka answers: ${counted(brokers, 'broker')}, ${counted(topics, 'topic')} of this installation.`,
      );
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Failure)) throw error;
      yield warning(
        error.reason.message,
        'Until it answers, events wait in the log to be published, and consumers take their work from there.',
      );
    }
  },
});
