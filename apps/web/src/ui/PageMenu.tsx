import { ActionIcon, Menu } from '@mantine/core';
import { IconDots, IconQrcode, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { showQrCode } from './dialogs/ask.ts';
import { texts } from './texts.ts';

interface Props {
  /** The label of deleting. */
  remove: string;
  /** Confirms first. Failures have been reported. */
  onRemove: () => Promise<void>;
  /** Further items, above deleting. */
  children?: ReactNode;
}

/** Rare actions of a page. Its QR code opens the page on a phone, for example in front of a sensor. */
export function PageMenu({ remove, onRemove, children }: Props) {
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="default" size="lg" aria-label={texts.more}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {children}
        <Menu.Item
          leftSection={<IconQrcode size={16} aria-hidden />}
          onClick={() => void showQrCode({ title: texts.qr, url: window.location.href })}
        >
          {texts.showQr}
        </Menu.Item>
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
