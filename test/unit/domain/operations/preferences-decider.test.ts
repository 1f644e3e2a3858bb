import { describe, it } from 'vitest';
import { preferencesDecider } from '../../../../domain/operations/preferences-decider.ts';
import type { PreferencesEvent } from '../../../../domain/operations/settings-events.ts';
import { given } from '../../../support/given.ts';

const changed = (
  before: PreferencesEvent['data']['before'],
  after: PreferencesEvent['data']['after'],
): PreferencesEvent => ({ type: 'PreferencesChanged', data: { before, after } });
const change = (wanted: PreferencesEvent['data']['after']) => ({
  type: 'ChangePreferences' as const,
  change: wanted,
});

describe('the answer preferences of a user', () => {
  it('are recorded as far as they change, and deleted on request', () => {
    given(preferencesDecider)
      .when(change({ citationStyle: 'APA', preferSources: ['uptodate', 'pubmed'] }))
      .thenEvents(changed({}, { citationStyle: 'APA', preferSources: ['uptodate', 'pubmed'] }))
      .when(change({ citationStyle: 'APA', preferSources: ['pubmed', 'uptodate'] }))
      .thenEvents(
        changed({ preferSources: ['uptodate', 'pubmed'] }, { preferSources: ['pubmed', 'uptodate'] }),
      )
      .when(change({ citationStyle: null }))
      .thenEvents(changed({ citationStyle: 'APA' }, { citationStyle: null }))
      .when(change({ preferSources: ['pubmed', 'uptodate'] }))
      .thenNothing();
  });

  it('do not both prefer and exclude a source', () => {
    given(preferencesDecider, changed({}, { preferSources: ['pubmed'] }))
      .when(change({ excludeSources: ['pubmed', 'notes'] }))
      .thenRefused('rule_violated', /at once: pubmed/);
  });
});
