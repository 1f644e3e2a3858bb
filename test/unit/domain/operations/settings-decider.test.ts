import { describe, expect, it } from 'vitest';
import {
  effectiveSettings,
  emptySettingsBasis,
  type SettingsBasis,
  type SettingsChange,
} from '../../../../domain/operations/consultation-settings.ts';
import { settingsDecider } from '../../../../domain/operations/settings-decider.ts';
import type { SettingsEvent } from '../../../../domain/operations/settings-events.ts';
import { given } from '../../../support/given.ts';

const reason = 'agreed with the ward';
const everything: SettingsBasis = {
  environment: { temperature: 0.1, cloudModel: 'gpt-x' },
  configured: { localModel: true, cloudModel: true, sources: ['knowledge_base', 'guidelines', 'pubmed'] },
};
const change = (wanted: SettingsChange, ground = everything) => ({
  type: 'ChangeSettings' as const,
  change: wanted,
  reason,
  ground,
});
const changed = (
  before: SettingsEvent['data']['before'],
  after: SettingsEvent['data']['after'],
): SettingsEvent => ({ type: 'SettingsChanged', data: { before, after, reason } });

describe('the answer settings', () => {
  it('are recorded with the previous values of any user, and only as far as they change', () => {
    given(settingsDecider)
      .when(change({ temperature: 0.5, maxTokens: 2000, monthlyCostLimitUsd: 40 }))
      .thenEvents(
        changed(
          { maxTokens: 2000, temperature: 0.1 },
          { maxTokens: 2000, temperature: 0.5, monthlyCostLimitUsd: 40 },
        ),
      )
      .when(change({ temperature: 0.5, maxTokens: 900 }))
      .thenEvents(changed({ maxTokens: 2000 }, { maxTokens: 900 }))
      .when(change({ maxTokens: 900 }))
      .thenNothing();
  });

  it('can be reset to the environment, which then applies again', () => {
    const back = given(settingsDecider, changed({ temperature: 0.1 }, { temperature: 0.5 }))
      .when(change({ temperature: null }))
      .thenEvents(changed({ temperature: 0.5 }, { temperature: null }));
    expect(effectiveSettings(everything.environment, back.state().changed).temperature).toBe(0.1);
    back.when(change({ temperature: null })).thenRefused('rule_violated', /nothing to remove/);
  });

  it.each([
    ['a cloud model without its key', { cloudModel: 'gpt-y' }, /LLM_API_KEY/],
    ['a local model without its server', { localModel: 'llama3.1:8b' }, /LOCAL_LLM_URL/],
    ['local-only without a local model', { routing: 'local-only' }, /LOCAL_LLM_URL and LOCAL_LLM_MODEL/],
    ['cloud-only without a cloud model', { routing: 'cloud-only' }, /LLM_API_KEY/],
  ] as const)('are refused for %s, with the remedy', (_, wanted, what) => {
    given(settingsDecider).when(change(wanted, emptySettingsBasis)).thenRefused('rule_violated', what);
  });

  it('reject any change that would send unscreened questions to the cloud', () => {
    given(settingsDecider)
      .when(change({ phiDetection: 'off' }))
      .thenRefused('rule_violated', /phiDetection "off" requires the routing "local-only"/);
    given(settingsDecider, changed({}, { phiDetection: 'off', routing: 'local-only' }))
      .when(change({ routing: 'hybrid' }))
      .thenRefused('rule_violated', /nothing may leave/);
    given(settingsDecider, changed({}, { phiDetection: 'off', routing: 'local-only' }))
      .when(change({ routing: 'hybrid', phiDetection: 'lenient' }))
      .thenEvents(
        changed(
          { routing: 'local-only', phiDetection: 'off' },
          { routing: 'hybrid', phiDetection: 'lenient' },
        ),
      );
  });

  it('are refused when they enable a source that is not configured, unless it was enabled before', () => {
    const off = changed({}, { enabledSources: ['knowledge_base'] });
    given(settingsDecider, off)
      .when(change({ enabledSources: ['knowledge_base', 'uptodate'] }))
      .thenRefused('rule_violated', /Not configured here: uptodate/);
    given(settingsDecider, changed({}, { enabledSources: ['knowledge_base', 'guidelines', 'uptodate'] }))
      .when(change({ enabledSources: ['knowledge_base', 'uptodate'] }))
      .thenEvents(
        changed(
          { enabledSources: ['knowledge_base', 'guidelines', 'uptodate'] },
          { enabledSources: ['knowledge_base', 'uptodate'] },
        ),
      );
  });

  it('are refused for sources enabled only by default, and when no source would be left to search', () => {
    given(settingsDecider)
      .when(change({ enabledSources: ['knowledge_base', 'uptodate'] }))
      .thenRefused('rule_violated', /Not configured here: uptodate/);
    given(settingsDecider, changed({}, { enabledSources: ['knowledge_base', 'pubmed'] }))
      .when(change({ enabledSources: ['pubmed'] }, emptySettingsBasis))
      .thenRefused('rule_violated', /Not configured here: pubmed.*Configured are: knowledge_base/);
  });

  it('are refused when an answer would leave the model no room for a prompt', () => {
    const small = { ...everything, configured: { ...everything.configured, contextTokens: 8192 } };
    given(settingsDecider)
      .when(change({ maxTokens: 6193 }, small))
      .thenRefused('rule_violated', /2000 of the 8192 tokens.*at most 6192/);
    given(settingsDecider)
      .when(change({ maxTokens: 6192 }, small))
      .thenEvents(changed({ maxTokens: 2000 }, { maxTokens: 6192 }));
    given(settingsDecider, changed({}, { maxTokens: 8000 }))
      .when(change({ temperature: 0.5 }, small))
      .thenEvents(changed({ temperature: 0.1 }, { temperature: 0.5 }));
  });

  it('can be reset to an environment that names an unconfigured source', () => {
    given(settingsDecider, changed({}, { enabledSources: ['knowledge_base'], routing: 'hybrid' }))
      .when(
        change(
          { enabledSources: null, routing: null },
          { ...emptySettingsBasis, environment: { routing: 'cloud-only' } },
        ),
      )
      .thenEvents(
        changed(
          { enabledSources: ['knowledge_base'], routing: 'hybrid' },
          { enabledSources: null, routing: null },
        ),
      );
  });

  it('can still be changed when an earlier setting is no longer configured', () => {
    given(settingsDecider, changed({}, { routing: 'cloud-only' }))
      .when(change({ temperature: 0 }, emptySettingsBasis))
      .thenEvents(changed({ temperature: 0.3 }, { temperature: 0 }));
  });
});
