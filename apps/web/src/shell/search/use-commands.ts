import { getSidebar } from '@atrium/contract/sidebar';
import { useMantineColorScheme } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useScope } from '../../api/scope.tsx';
import { useEndpoint } from '../../api/use-endpoint.ts';
import { type Command, pagesOf } from './commands.ts';
import { texts } from './texts.ts';

/** The pages the user may open, and global actions. */
export function useCommands(): Command[] {
  const { isStaff, orgId } = useScope();
  const menu = useEndpoint(getSidebar, { query: isStaff && orgId ? { orgId } : {} }, {});
  const { setColorScheme } = useMantineColorScheme();
  const navigate = useNavigate();
  const open = (to: string) => void navigate({ to });
  return [
    ...pagesOf(menu.data ?? [], open),
    { id: 'profile', name: texts.profile, kind: 'page', run: () => open('/app/profile') },
    action('light', () => setColorScheme('light')),
    action('dark', () => setColorScheme('dark')),
    action('system', () => setColorScheme('auto')),
    action('signOut', () => open('/logout')),
  ];
}

function action(id: keyof typeof texts.actions, run: () => void): Command {
  return { id, name: texts.actions[id], kind: 'action', run };
}
