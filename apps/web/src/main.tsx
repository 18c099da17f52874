import './ui/theme/global.css';
import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reportUncaught } from './api/client-errors.ts';
import { kioskSecret } from './api/kiosk-credential.ts';
import { onNotice } from './api/notices.ts';
import { setProofDialog } from './api/proof.ts';
import { showUser } from './api/shown-user.ts';
import { router } from './routes.tsx';
import { askForProof } from './shell/ask-for-proof.ts';
import { texts } from './shell/texts.ts';
import { cssVariables, theme } from './ui/theme/theme.ts';
import { toast } from './ui/toast.tsx';

reportUncaught();

onNotice((notice) => {
  // Nobody is there to read it: a wall screen reacts on its own.
  if (kioskSecret() !== undefined) return;
  switch (notice.kind) {
    case 'toast':
      toast(notice);
      break;
    case 'new-build':
      toast({ tone: 'info', ...texts.newBuild, action: { label: texts.newBuild.action, run: reload } });
      break;
    case 'reload':
      reload();
      break;
    case 'other-user':
      toast({ tone: 'warning', ...texts.otherUser });
      void router.invalidate();
      break;
    case 'enroll':
      void router.navigate({ to: '/second-factor', replace: true, ignoreBlocker: true });
      break;
    case 'signed-out':
      showUser(null);
      void router.navigate({
        to: '/login',
        replace: true,
        // No question about unsaved input: without a session it cannot be saved.
        ignoreBlocker: true,
        state: { cameFrom: router.state.location.href },
      });
  }
});

setProofDialog(askForProof);

function reload(): void {
  window.location.reload();
}

const container = document.getElementById('root');
if (!container) throw new Error('The page has no root element');

createRoot(container).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      // All of them: no style sheet includes the variables that our theme leaves unchanged.
      deduplicateCssVariables={false}
    >
      <RouterProvider router={router} />
    </MantineProvider>
  </StrictMode>,
);
