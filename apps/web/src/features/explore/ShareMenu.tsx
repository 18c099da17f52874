import { Button, Menu } from '@mantine/core';
import { IconApi, IconCheck, IconLink, IconShare, IconTerminal2, type TablerIcon } from '@tabler/icons-react';
import { addressOf } from '@atrium/metrics/question-address';
import type { Question } from '@atrium/metrics/question';
import { Copy } from '../../ui/Copy.tsx';
import { texts } from './texts.ts';

interface Props {
  question: Question;
  /** Of the data call. */
  address: string;
}

/** The question to pass on: to people as a link, to programs as a call. */
export function ShareMenu({ question, address }: Props) {
  const { origin, pathname, hash } = window.location;
  const call = `${origin}${address}`;
  const screen = hash.slice(1).split('?')[0];
  return (
    <Menu position="bottom-end" closeOnItemClick={false}>
      <Menu.Target>
        <Button leftSection={<IconShare size={16} aria-hidden />}>{texts.share}</Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Item
          icon={IconLink}
          text={texts.copyLink}
          value={`${origin}${pathname}#${screen}?${new URLSearchParams(Object.entries(addressOf(question)))}`}
        />
        <Item icon={IconApi} text={texts.copyAddress} value={call} />
        <Item icon={IconTerminal2} text={texts.copyCurl} value={curlOf(call)} />
      </Menu.Dropdown>
    </Menu>
  );
}

function Item({ icon: Icon, text, value }: { icon: TablerIcon; text: string; value: string }) {
  return (
    <Copy value={value}>
      {({ copied, copy }) => (
        <Menu.Item
          leftSection={copied ? <IconCheck size={16} aria-hidden /> : <Icon size={16} aria-hidden />}
          onClick={copy}
        >
          <span aria-live="polite">{copied ? texts.copied : text}</span>
        </Menu.Item>
      )}
    </Copy>
  );
}

/** `$TOKEN` is the access token of an API client. The address has no quotes: it is percent-encoded. */
function curlOf(address: string): string {
  return `curl -sSf -H "Authorization: Bearer $TOKEN" \\\n  '${address}'`;
}
