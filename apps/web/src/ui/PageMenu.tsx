import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconTrash } from '@tabler/icons-react';
import { texts } from './texts.ts';

interface Props {
  /** What deleting is called here. */
  remove: string;
  /** Asks first. What fails has been said. */
  onRemove: () => Promise<void>;
}

/** What is seldom done with the thing a page is about. */
export function PageMenu({ remove, onRemove }: Props) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={texts.more}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={() => void onRemove().catch(() => undefined)}
        >
          {remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
