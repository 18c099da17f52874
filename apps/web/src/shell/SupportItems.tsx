import { mainProduct, version } from '@atrium/contract/product';
import { Menu } from '@mantine/core';
import { IconApi, IconExternalLink } from '@tabler/icons-react';
import { texts } from './texts.ts';

export function SupportItems() {
  return (
    <>
      <Menu.Item
        component="a"
        href="/api/docs"
        target="_blank"
        rel="noreferrer"
        leftSection={<IconApi size={18} aria-hidden />}
        rightSection={<IconExternalLink size={16} aria-hidden />}
      >
        {texts.documentation}
      </Menu.Item>
      <Menu.Divider />
      <Menu.Label>
        {mainProduct.name} · {texts.version} {version}
      </Menu.Label>
    </>
  );
}
