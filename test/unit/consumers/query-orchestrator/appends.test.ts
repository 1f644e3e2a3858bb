import { describe, expect, it } from 'vitest';
import type { OrchestratorServices } from '../../../../consumers/query-orchestrator/orchestrator-services.ts';
import { allergySearch, openConsultation } from '../../../support/consultation.ts';

const QUESTION = 'How much epinephrine for anaphylaxis?';

/** A question, and the types of the events in each append that answering it made. */
const askCounting = async (overrides: Partial<OrchestratorServices>) => {
  const appends: string[][] = [];
  const { ask } = openConsultation(overrides, (log) => ({
    ...log,
    append: async (...append) => {
      appends.push(append[1].map(({ type }) => type));
      return log.append(...append);
    },
  }));
  return { asked: await ask(QUESTION), appends };
};

describe('answering a question', () => {
  it('costs one append when nothing reaches outside', async () => {
    const { asked, appends } = await askCounting({ searchStaysInside: true });
    await asked.deliver();
    expect(appends).toEqual([['PhiScreened', 'QueryRouted', 'SourcesSearched', 'QueryAnswered']]);
  });

  it('appends the screening before a search that may reach outside', async () => {
    const { asked, appends } = await askCounting({});
    await asked.deliver();
    expect(appends).toEqual([
      ['PhiScreened', 'QueryRouted'],
      ['SourcesSearched', 'QueryAnswered'],
    ]);
  });

  it('appends the screening before a search outside that is possible for any question', async () => {
    const { asked, appends } = await askCounting({ searchStaysInside: true, externalSources: ['pubmed'] });
    await asked.deliver();
    expect(appends[0]).toEqual(['PhiScreened', 'QueryRouted']);
  });

  it('shows the steps before a slow search while it is under way', async () => {
    const search = allergySearch();
    const shown = Promise.withResolvers<void>();
    const { ask } = openConsultation(
      {
        searchStaysInside: true,
        search: {
          ...search,
          search: async (request) => {
            await shown.promise;
            return search.search(request);
          },
        },
      },
      (log) => ({
        ...log,
        append: async (...append) => {
          const appended = await log.append(...append);
          shown.resolve();
          return appended;
        },
      }),
    );
    const asked = await ask(QUESTION);
    await asked.deliver();
    expect(asked.types()).toEqual([
      'QueryAsked',
      'PhiScreened',
      'QueryRouted',
      'SourcesSearched',
      'QueryAnswered',
    ]);
  });

  it('repeats the steps that a crash before their append has lost', async () => {
    let isDead = true;
    const { ask } = openConsultation({ searchStaysInside: true }, (log) => ({
      ...log,
      append: async (...append) => {
        if (isDead) throw new Error('The process died.');
        return log.append(...append);
      },
    }));
    const asked = await ask(QUESTION);
    await expect(asked.deliver()).rejects.toThrow('died');
    expect(asked.types()).toEqual(['QueryAsked']);
    isDead = false;
    await asked.deliver();
    expect(asked.types().at(-1)).toBe('QueryAnswered');
  });

  it('changes nothing when it is delivered again', async () => {
    const { asked } = await askCounting({ searchStaysInside: true });
    await asked.deliver();
    const before = asked.types();
    await asked.deliver();
    expect(asked.types()).toEqual(before);
  });
});
