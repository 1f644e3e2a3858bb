import { counted } from '../../../../domain/kernel/counted.ts';
import { Failure } from '../../../../domain/kernel/failure.ts';
import { type Check, fine, warning } from '../check.ts';

/** Checks that Kafka responds. No finding if it is not configured. */
export const kafkaBrokers = ({
  probeKafka,
}: {
  /** Absent when Kafka is not configured. */
  readonly probeKafka?: (() => Promise<{ readonly brokers: number; readonly topics: number }>) | undefined;
}): Check => ({
  name: 'kafka',
  run: async function* (_, signal) {
    if (probeKafka === undefined) return;
    try {
      const { brokers, topics } = await probeKafka();
      yield fine(
        `Kafka responds: ${counted(brokers, 'broker')}, ${counted(topics, 'topic')} of this installation.`,
      );
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Failure)) throw error;
      yield warning(
        error.reason.message,
        'Until it responds, events wait in the log to be published, and consumers take their work from the log.',
      );
    }
  },
});
