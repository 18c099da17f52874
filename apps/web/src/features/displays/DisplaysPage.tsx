import { createDisplay, type Display, listDisplays } from '@atrium/contract/displays';
import { type DisplayKind, type EntityDisplayKind, mayDisplay } from '@atrium/rules/display';
import { Button, Skeleton, Text, Title } from '@mantine/core';
import { IconDeviceTv, IconDeviceTvOff, IconPlaylist, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useList } from '../../api/use-endpoint.ts';
import { useMay } from '../../api/use-may.ts';
import { Card } from '../../ui/Card.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { EmptyState, ErrorState } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { PlaylistDialog } from './PlaylistDialog.tsx';
import { PlaylistPanel } from './PlaylistPanel.tsx';
import classes from './displays.module.css';
import { setupPaths, subjectParams } from './setup-paths.ts';
import { texts } from './texts.ts';

interface Props {
  /** Of the organization. */
  capabilities: ReadonlySet<string>;
}

const most = 1000;

/** All displays of an organization, and the playlists that rotate them. */
export function DisplaysPage({ capabilities }: Props) {
  const kinds = (Object.keys(setupPaths) as EntityDisplayKind[]).filter((kind) => mayDisplay(kind, capabilities));
  const isIncluded = kinds.length > 0;
  const found = useList(listDisplays, { query: { limit: most } }, { texts: texts.list, enabled: isIncluded });
  const rows = found.data?.rows ?? [];
  if (!isIncluded) {
    return (
      <Page title={texts.page} text={texts.pageText}>
        <Card>
          <EmptyState icon={IconDeviceTvOff} {...texts.notIncluded} />
        </Card>
      </Page>
    );
  }
  return (
    <Page title={texts.page} text={texts.pageText}>
      <div className={classes['buttons']}>
        {kinds.map((kind) => (
          <LinkButton key={kind} variant="default" to={setupPaths[kind].to}>
            {texts.kinds[kind]}
          </LinkButton>
        ))}
      </div>
      <Card aria-label={texts.page}>
        {found.error && !found.data ? (
          <ErrorState message={found.error.message} onRetry={() => void found.refetch()} />
        ) : found.data ? (
          <DisplayRows rows={rows.filter(({ kind }) => kind !== 'playlist')} />
        ) : (
          <Skeleton height={160} />
        )}
      </Card>
      {found.data && <Playlists rows={rows} />}
    </Page>
  );
}

function DisplayRows({ rows }: { rows: readonly Display[] }) {
  if (rows.length === 0) return <EmptyState icon={IconDeviceTv} {...texts.none} />;
  return (
    <ul className={classes['rows']}>
      {rows.map((row) => (
        <li key={row.displayId} className={classes['row']}>
          <div className={classes['rowName']}>
            <Text fw={500}>{row.name}</Text>
            <Text size="sm" c="dimmed">
              {texts.kinds[row.kind]}
            </Text>
          </div>
          <State enabled={row.enabled} />
          <SetupLink display={row} />
        </li>
      ))}
    </ul>
  );
}

function SetupLink({ display: { kind, orgId, locationId, entityId, name } }: { display: Display }) {
  if (kind === 'playlist' || locationId === null || entityId === null) return null;
  return (
    <LinkButton
      variant="default"
      size="compact-sm"
      aria-label={texts.editOf(name)}
      to={setupPaths[kind].ofSubject}
      params={subjectParams(orgId, locationId, entityId)}
    >
      {texts.edit}
    </LinkButton>
  );
}

function State({ enabled }: { enabled: boolean }) {
  return <Tag tone={enabled ? 'success' : 'neutral'}>{enabled ? texts.on : texts.off}</Tag>;
}

const isPublic = ({ kind, enabled }: { kind: DisplayKind; enabled: boolean }) => kind !== 'playlist' && enabled;

function Playlists({ rows }: { rows: readonly Display[] }) {
  /** The id of the playlist that is opened or edited; `new` for a new one. */
  const [opened, setOpened] = useState<string>();
  const [edited, setEdited] = useState<string>();
  const mayWrite = useMay(createDisplay);
  const playlists = rows.filter(({ kind }) => kind === 'playlist');
  const find = (id: string | undefined) => playlists.find(({ displayId }) => displayId === id);
  const shown = find(opened);
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEdited('new')}>
      {texts.addPlaylist}
    </Button>
  );
  return (
    <Card aria-label={texts.playlists} className={classes['links'] ?? ''}>
      <div className={classes['head']}>
        <div>
          <Title order={2}>{texts.playlists}</Title>
          <Text size="sm" c="dimmed">
            {texts.playlistsText}
          </Text>
        </div>
        {mayWrite && playlists.length > 0 && add}
      </div>
      {playlists.length === 0 ? (
        <EmptyState icon={IconPlaylist} {...texts.noPlaylists} action={mayWrite && add} />
      ) : (
        <ul className={classes['rows']}>
          {playlists.map((row) => (
            <li key={row.displayId} className={classes['row']}>
              <div className={classes['rowName']}>
                <Text fw={500}>{row.name}</Text>
                <Text size="sm" c="dimmed">
                  {texts.displays(row.items.length)}
                </Text>
              </div>
              <State enabled={row.enabled} />
              <Button
                variant="default"
                size="compact-sm"
                aria-label={texts.editOf(row.name)}
                onClick={() => setOpened(row.displayId)}
              >
                {texts.edit}
              </Button>
            </li>
          ))}
        </ul>
      )}
      {shown && (
        <PlaylistPanel
          playlist={shown}
          mayWrite={mayWrite}
          onEdit={() => setEdited(shown.displayId)}
          onClose={() => setOpened(undefined)}
        />
      )}
      {edited !== undefined && (
        <PlaylistDialog playlist={find(edited)} offered={rows.filter(isPublic)} onClose={() => setEdited(undefined)} />
      )}
    </Card>
  );
}
