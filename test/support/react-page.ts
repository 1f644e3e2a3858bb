import { Window } from 'happy-dom';
import type { ReactNode } from 'react';

/** A page in a browser without a screen, for components of React. */
export type ReactPage = {
  readonly text: () => string;
  /** The number of elements that a CSS selector finds. */
  readonly count: (selector: string) => number;
  /** Types into the field with this label. */
  readonly type: (label: string, text: string) => Promise<void>;
  /** Clicks the button with this text. */
  readonly click: (name: string) => Promise<void>;
  /** Removes the component, as leaving the page does. */
  readonly close: () => Promise<void>;
};

/** The names of a page's globals that React and the client use. */
const GLOBALS = ['window', 'document', 'IS_REACT_ACT_ENVIRONMENT'] as const;

/** Waits until React has done what an action causes. Between actions it works as on any page. */
const settle = async (action: () => void): Promise<void> => {
  const { act } = await import('react');
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  await act(async () => action());
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: false });
};

/**
 * Renders a component on a page of its own. The globals of the page exist until it is closed.
 */
export const openReactPage = async (content: () => ReactNode): Promise<ReactPage> => {
  const window = new Window({ url: 'http://localhost/' });
  const { document } = window;
  const before = GLOBALS.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  Object.assign(globalThis, { window, document });
  const { createRoot } = await import('react-dom/client');
  const box = document.createElement('div');
  document.body.append(box);
  // happy-dom describes the same elements with types of its own.
  const root = createRoot(box as unknown as Parameters<typeof createRoot>[0]);
  await settle(() => root.render(content()));

  const find = <Found>(what: string, found: Found | undefined | null): Found => {
    if (found === undefined || found === null)
      throw new Error(`${what} is not on the page: ${box.innerHTML}`);
    return found;
  };
  return {
    text: () => box.textContent ?? '',
    count: (selector) => box.querySelectorAll(selector).length,
    type: async (label, text) => {
      const field = find(label, document.querySelector(`[aria-label="${label}"]`));
      // As a person does: React ignores a value that a program has set through its own property.
      const { set } = find(
        'The value',
        Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value'),
      );
      await settle(() => {
        set?.call(field, text);
        field.dispatchEvent(new window.Event('input', { bubbles: true }));
      });
    },
    click: async (name) => {
      const buttons = [...document.querySelectorAll('button')];
      const button = find(
        name,
        buttons.find(({ textContent }) => textContent === name),
      );
      await settle(() => button.click());
    },
    close: async () => {
      await settle(() => root.unmount());
      await window.happyDOM.close();
      for (const [name, descriptor] of before)
        if (descriptor) Object.defineProperty(globalThis, name, descriptor);
        else Reflect.deleteProperty(globalThis, name);
    },
  };
};
