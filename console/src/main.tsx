import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { BASE_PATH, createConsoleRouter } from './app/create-console-router.tsx';
import { takeSignInCode } from './session/sign-in-code.ts';
import './styles/tokens.css';
import './styles/base.css';

let signInCode = takeSignInCode();
if (signInCode !== undefined) history.replaceState(null, '', `${BASE_PATH}/sign-in`);
// The server sends the console at `/library` as well; its pages have their addresses below one path.
if (!`${location.pathname}/`.startsWith(`${BASE_PATH}/`))
  history.replaceState(null, '', `${BASE_PATH}${location.pathname}${location.search}`);

/** A page that is shown again must not use the code again: it would then report that the link was used. */
const takeCode = (): string | undefined => {
  const code = signInCode;
  signInCode = undefined;
  return code;
};

const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <RouterProvider router={createConsoleRouter({ takeCode })} />
  </StrictMode>,
);
