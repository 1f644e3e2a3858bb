import { createLogConversationHistory } from '../../commands/histories/conversation-history.ts';
import { createRebuildHistory } from '../../commands/histories/rebuild-history.ts';
import type { CommandServices } from '../../commands/runtime/command-definition.ts';
import { recordCostLimit } from '../../consumers/cost-watch/record-cost-limit.ts';
import { emptySettingsBasis, type SettingsBasis } from '../../domain/operations/consultation-settings.ts';
import { nodeHasher } from '../../infra/installation/node-hasher.ts';
import { systemClock } from '../../infra/installation/system-clock.ts';
import { cacheScreenings } from '../../infra/models/phi-detection/cache-screenings.ts';
import { createPhiDetector } from '../../infra/models/phi-detection/create-phi-detector.ts';
import { screenForMode } from '../../infra/models/phi-detection/screen-for-mode.ts';
import { followCosts } from '../../infra/observability/costs/follow-costs.ts';
import { createEnglishDictionary } from '../../infra/reading/language/english-dictionary.ts';
import { configuredSources } from '../../infra/services/evidence-sources/configured-sources.ts';
import { createMemoryCache } from '../../infra/storage/cache/memory-cache.ts';
import { createSubjectKeyState } from '../../infra/storage/key-vault/subject-key-state.ts';
import { followSettings } from '../../infra/storage/settings/follow-settings.ts';
import type { ConversationHistory } from '../../ports/conversation-history.ts';
import type { CostLedger } from '../../ports/cost-ledger.ts';
import type { PhiDetector } from '../../ports/phi-detector.ts';
import type { RebuildHistory } from '../../ports/rebuild-history.ts';
import type { FollowedSettings } from '../../ports/settings-reader.ts';
import type { Configuration } from '../configuration/configuration.ts';
import type { Foundation } from './open-foundation.ts';
import type { Stores } from './open-stores.ts';
import { openSharedCaches } from './shared-caches.ts';

/** The services that execute commands, and the state they follow from the log. */
export type WriteSide = {
  readonly commandServices: CommandServices;
  readonly settings: FollowedSettings;
  /** Screens documents, where every finding counts regardless of the mode for questions. */
  readonly documentDetector: PhiDetector;
  readonly costs: CostLedger;
  readonly history: ConversationHistory;
  readonly rebuilds: RebuildHistory;
};

/** The default settings, in force until someone changes them. */
const groundOf = ({ consultation, sources, llm }: Configuration): SettingsBasis => {
  const contexts = [llm.local, llm.cloud].flatMap((one) => (one === undefined ? [] : [one.contextTokens]));
  return {
    environment: consultation,
    configured: {
      ...emptySettingsBasis.configured,
      sources: [...emptySettingsBasis.configured.sources, ...configuredSources(sources)],
      localModel: llm.local !== undefined,
      cloudModel: llm.cloud !== undefined,
      ...(contexts.length === 0 ? {} : { contextTokens: Math.min(...contexts) }),
    },
  };
};

/**
 * The third stage of a start: the parts that decide and append. Costs come last, because they append immediately if a
 * limit has already been reached.
 */
export const openWriteSide = async (
  { configuration, replace, identity, logger, metrics, health, storage }: Foundation & Stores,
  resources: AsyncDisposableStack,
): Promise<WriteSide> => {
  const { eventStore, states, vault, installationSecret } = storage;
  const following = new AbortController();
  resources.defer(() => following.abort());
  const settings = await followSettings(
    { eventStore, logger, ground: groundOf(configuration) },
    following.signal,
  );
  const { modelsDir } = configuration;
  const documentDetector =
    replace.phiDetector ??
    (await createPhiDetector(configuration.phi, { modelsDir, logger, metrics, health }));
  const commandServices: CommandServices = {
    eventStore,
    phiDetector: screenForMode(
      cacheScreenings(documentDetector, nodeHasher),
      () => settings.current().phiDetection,
    ),
    blobs: storage.sealedBlobs,
    identity,
    documentNames: { hash: storage.nameHash, dictionary: createEnglishDictionary() },
    states,
    subjectKeyState: createSubjectKeyState(storage.connection.database, installationSecret),
  };
  const history = createLogConversationHistory({
    eventStore,
    states,
    cache: createMemoryCache({ onDestroyed: vault.onDestroyed }),
    shared: openSharedCaches(storage.redis, storage, storage.sealer),
    onDestroyed: vault.onDestroyed,
  });
  resources.defer(() => history.close());
  const costs = await followCosts(
    {
      eventStore,
      settings,
      clock: systemClock,
      logger,
      metrics,
      onLimit: (reached) => recordCostLimit(reached, commandServices),
    },
    following.signal,
  );
  return {
    commandServices,
    settings,
    documentDetector,
    costs,
    history,
    rebuilds: createRebuildHistory(commandServices),
  };
};
