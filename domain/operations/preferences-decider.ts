import {
  type AnswerPreferences,
  contradictedSources,
  type PreferencesChange,
  preferencesChangeSchema,
} from '../consultation/answer-preferences.ts';
import { applyChange } from '../kernel/apply-change.ts';
import type { Decider } from '../kernel/decider.ts';
import { refuse } from '../kernel/failure.ts';
import { omitUndefined } from '../kernel/omit-undefined.ts';
import { pick } from '../kernel/pick.ts';
import { ok } from '../kernel/result.ts';
import { sameData } from '../kernel/same-data.ts';
import { nothingToChange } from './nothing-to-change.ts';
import type { PreferencesEvent } from './settings-events.ts';

type ChangePreferences = { readonly type: 'ChangePreferences'; readonly change: PreferencesChange };

const preferenceNames = preferencesChangeSchema.keyof().options;

/** A person's preferences for answers. They hold nothing about a patient: all values are from closed lists. */
export const preferencesDecider: Decider<ChangePreferences, PreferencesEvent, AnswerPreferences> = {
  initialState: {},
  decide: ({ change }, preferences) => {
    const names = preferenceNames.filter((name) => {
      const wanted = change[name];
      return wanted !== undefined && !sameData(wanted ?? undefined, preferences[name]);
    });
    if (names.length === 0) return nothingToChange(change);
    const after = pick(change, names);
    const both = contradictedSources(applyChange(preferences, after));
    if (both.length > 0)
      return refuse(
        'rule_violated',
        `A source cannot be preferred and excluded at once: ${both.join(', ')}. Take it out of one of the lists.`,
      );
    return ok([
      { type: 'PreferencesChanged', data: { before: omitUndefined(pick(preferences, names)), after } },
    ]);
  },
  evolve: (preferences, { data }) => applyChange(preferences, data.after),
};
