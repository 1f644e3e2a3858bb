import { z } from 'zod';
import { omitUndefined } from '../../domain/kernel/omit-undefined.ts';
import {
  chooseKurrent,
  type KurrentConfiguration,
  kurrentEnvironment,
} from '../../infra/storage/event-store-kurrent/kurrent-configuration.ts';
import { misuse } from '../refusal.ts';

/** The KurrentDB that an option names; errors refer to the option. */
export const kurrentAt = (
  url: string | undefined,
  prefix: string | undefined,
  option: string,
): KurrentConfiguration | undefined => {
  if (url === undefined) return undefined;
  const parsed = z
    .object(kurrentEnvironment)
    .safeParse({ EVENTSTORE_URL: url, ...omitUndefined({ EVENTSTORE_PREFIX: prefix }) });
  if (!parsed.success)
    throw misuse(
      `--eventstore-prefix: ${parsed.error.issues[0]?.message ?? ''}`,
      'Use the value of EVENTSTORE_PREFIX.',
    );
  const choice = chooseKurrent(parsed.data);
  if (choice.ok) return choice.value;
  throw misuse(
    choice.problem.replaceAll('EVENTSTORE_URL', option),
    'It has the same syntax as EVENTSTORE_URL.',
  );
};
