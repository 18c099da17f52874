import { type KioskLink, listKioskLinks, revokeKioskLink } from '@atrium/contract/kiosk-links';
import { Button, Group } from '@mantine/core';
import { useWrite } from '../../api/use-endpoint.ts';
import { longTimestamp } from '../../format/dates.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { SidePanel } from '../../ui/SidePanel.tsx';
import classes from './kiosk-links.module.css';
import { StateTag } from './link-cells.tsx';
import { lastDay, lastSeen } from './link-columns.ts';
import { texts } from './texts.ts';

interface Props {
  link: KioskLink;
  /** Only owners change their links. */
  isOwner: boolean;
  now: number;
  onEdit: () => void;
  onClose: () => void;
}

/** One wall screen: what it shows, when it was last seen, and the end of its link. */
export function LinkPanel({ link, isOwner, now, onEdit, onClose }: Props) {
  const { kioskLinkId, version, name, items, expiresAt } = link;
  const revoke = useWrite(revokeKioskLink, texts.revoked, [listKioskLinks]);
  const askAndRevoke = async () => {
    if (!(await confirm(texts.revokeQuestion(name)))) return;
    revoke.mutate({ params: { kioskLinkId }, seenVersion: version }, { onSuccess: onClose });
  };
  return (
    <SidePanel title={name} onClose={onClose}>
      <StateTag link={link} />
      {!link.isActive && <Quiet>{texts.endedHelp}</Quiet>}
      <Facts>
        <dt>{texts.columns.dashboards}</dt>
        <dd>
          <ol className={classes['playlist']}>
            {items.map((item, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- the same dashboard may be shown twice
              <li key={`${at} ${item.dashboardId}`}>
                {item.name ?? texts.hidden} <Quiet span>{texts.seconds(item.seconds)}</Quiet>
              </li>
            ))}
          </ol>
        </dd>
        <dt>{texts.columns.owner}</dt>
        <dd>{link.ownerName}</dd>
        <dt>{texts.columns.lastSeen}</dt>
        <dd>{lastSeen(link, now)}</dd>
        <dt>{texts.columns.expires}</dt>
        <dd>{expiresAt === null ? texts.unlimited : lastDay(expiresAt)}</dd>
        <dt>{texts.panel.created}</dt>
        <dd>{longTimestamp(link.createdAt)}</dd>
      </Facts>
      <Quiet>{texts.panel.text}</Quiet>
      <Group gap="xs">
        {isOwner && <Button onClick={onEdit}>{texts.edit}</Button>}
        <Button variant="default" loading={revoke.isPending} onClick={() => void askAndRevoke()}>
          {texts.revoke}
        </Button>
      </Group>
    </SidePanel>
  );
}
