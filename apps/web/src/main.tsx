import './ui/theme/global.css';
import { MantineProvider } from '@mantine/core';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { reportUncaught } from './api/client-errors.ts';
import { onNotice } from './api/notices.ts';
import { router } from './routes.tsx';
import { cssVariables, theme } from './ui/theme/theme.ts';
import { toast } from './ui/toast.tsx';

reportUncaught();

onNotice((notice) => {
  if (notice.kind === 'toast') toast(notice);
  else void router.navigate({ to: '/login', replace: true, state: { cameFrom: router.state.location.href } });
});

const container = document.getElementById('root');
if (!container) throw new Error('The page has no root element');

createRoot(container).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <RouterProvider router={router} />
    </MantineProvider>
  </StrictMode>,
);
