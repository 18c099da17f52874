import { mainProduct, version } from '@atrium/contract/product';
import { ActionIcon, Menu } from '@mantine/core';
import { IconApi, IconExternalLink, IconLifebuoy } from '@tabler/icons-react';
import { texts } from './texts.ts';

export function SupportMenu() {
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={texts.support}>
          <IconLifebuoy size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
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
      </Menu.Dropdown>
    </Menu>
  );
}
