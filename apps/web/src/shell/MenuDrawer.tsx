import { Drawer } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { Sidebar } from './Sidebar.tsx';
import { texts } from './texts.ts';

interface Props {
  opened: boolean;
  onClose: () => void;
}

/** The menu over the page. It slides in once it has been loaded, and out before it goes away. */
export default function MenuDrawer({ opened, onClose }: Props) {
  const isLoaded = useMounted();
  return (
    <Drawer.Root opened={isLoaded && opened} onClose={onClose} size={280} padding={0}>
      <Drawer.Overlay />
      <Drawer.Content aria-label={texts.menu}>
        <Sidebar onClose={onClose} />
      </Drawer.Content>
    </Drawer.Root>
  );
}
