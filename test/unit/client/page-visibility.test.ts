import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whileVisible } from '../../../client/live/page-visibility.ts';

/** A page that a person can leave and come back to. */
class Page extends EventTarget {
  visibilityState = 'visible';

  show(state: 'visible' | 'hidden'): void {
    this.visibilityState = state;
    this.dispatchEvent(new Event('visibilitychange'));
  }
}

let page: Page;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  page = new Page();
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** Starts work, and says whether it runs. */
const begin = () => {
  const signals: AbortSignal[] = [];
  const stop = whileVisible((signal) => signals.push(signal));
  return { stop, starts: () => signals.length, runs: () => signals.at(-1)?.aborted === false };
};

describe('work for a page', () => {
  it('stops when the page has been hidden for half a minute, and starts again when it is shown', () => {
    const { stop, starts, runs } = begin();
    page.show('hidden');
    vi.advanceTimersByTime(29_000);
    expect(runs()).toBe(true);
    vi.advanceTimersByTime(1000);
    expect(runs()).toBe(false);
    page.show('visible');
    expect([starts(), runs()]).toEqual([2, true]);
    stop();
    page.show('visible');
    expect([starts(), runs()]).toEqual([2, false]);
  });

  it('goes on when a person comes back soon, and waits in a tab that was opened in the background', () => {
    const front = begin();
    page.show('hidden');
    const back = begin();
    expect(back.starts()).toBe(0);
    vi.advanceTimersByTime(10_000);
    page.show('visible');
    vi.advanceTimersByTime(60_000);
    expect([front.starts(), front.runs(), back.starts()]).toEqual([1, true, 1]);
    front.stop();
    back.stop();
  });

  it('runs in a program without pages', () => {
    vi.unstubAllGlobals();
    const { stop, runs } = begin();
    expect(runs()).toBe(true);
    stop();
    expect(runs()).toBe(false);
  });
});
