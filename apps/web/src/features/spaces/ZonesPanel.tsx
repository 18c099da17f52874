import {
  getSpace,
  listAddableZones,
  removeSpaceZone,
  type SpaceWithIncludes,
  type SpaceZone,
  updateSpaceZone,
} from '@atrium/contract/spaces';
import { ActionIcon, Button, Group, Switch } from '@mantine/core';
import { IconHistory, IconLine, IconTrash } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { useWrite } from '../../api/use-endpoint.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { PastDialog } from './PastDialog.tsx';
import classes from './spaces.module.css';
import { texts } from './texts.ts';
import { ZoneForm } from './ZoneForm.tsx';

const words = texts.zones;

interface Props {
  space: SpaceWithIncludes;
  timezone: string;
  mayEdit: boolean;
}

/** The zones whose ins and outs determine the occupancy of a space. */
export function ZonesPanel({ space, timezone, mayEdit }: Props) {
  const heading = useId();
  const [adding, setAdding] = useState(false);
  const [isPastShown, setPastShown] = useState(false);
  const zones = space.zone ?? [];
  const add = mayEdit && (
    <AddButton disabled={adding} onClick={() => setAdding(true)}>
      {words.add}
    </AddButton>
  );
  const actions = mayEdit && (
    <Group gap="xs">
      <Button variant="default" leftSection={<IconHistory size={16} aria-hidden />} onClick={() => setPastShown(true)}>
        {texts.past.open}
      </Button>
      {add}
    </Group>
  );
  return (
    <Card aria-labelledby={heading}>
      <PanelHead id={heading} heading={words.heading} intro={words.intro} action={zones.length > 0 && actions} />
      {zones.length === 0 && !adding && (
        <EmptyState icon={IconLine} {...(mayEdit ? words.none : words.noneToRead)} action={add} />
      )}
      <Rows aria-labelledby={heading}>
        {zones.map((zone) => (
          <ZoneRow key={zone.spaceZoneAssignmentId} spaceId={space.spaceId} zone={zone} mayEdit={mayEdit} />
        ))}
        {adding && (
          <li>
            <ZoneForm spaceId={space.spaceId} onClose={() => setAdding(false)} />
          </li>
        )}
      </Rows>
      {isPastShown && <PastDialog part="zones" space={space} timezone={timezone} onClose={() => setPastShown(false)} />}
    </Card>
  );
}

function ZoneRow({ spaceId, zone, mayEdit }: { spaceId: string; zone: SpaceZone; mayEdit: boolean }) {
  const { spaceZoneAssignmentId, name, sensor, disabled, reverseInsAndOuts } = zone;
  const params = { spaceId, spaceZoneAssignmentId };
  const turn = useWrite(updateSpaceZone, words.turned, [getSpace]);
  const removal = useWrite(removeSpaceZone, words.removed, [getSpace, listAddableZones]);
  const askAndRemove = async () => {
    if (await confirm(words.removal(name))) removal.mutate({ params });
  };
  // Optimistic update; rolled back if the server refuses.
  const isReversed = turn.isPending ? turn.variables.body?.reverseInsAndOuts === true : reverseInsAndOuts;
  return (
    <li className={`${classes['row']} ${classes['zoneRow']}`}>
      <span className={classes['rowName']}>
        {name}
        {disabled && <Tag>{words.disabled}</Tag>}
        {sensor && !sensor.active && <Tag>{words.decommissioned}</Tag>}
        <span className={classes['rowFacts']}>{sensor?.name}</span>
      </span>
      <Switch
        label={words.reverse}
        aria-label={words.reverseOf(name)}
        checked={isReversed}
        disabled={!mayEdit}
        onChange={(event) => turn.mutate({ params, body: { reverseInsAndOuts: event.currentTarget.checked } })}
      />
      {mayEdit && (
        <ActionIcon variant="subtle" color="gray" aria-label={words.remove(name)} onClick={() => void askAndRemove()}>
          <IconTrash size={16} />
        </ActionIcon>
      )}
    </li>
  );
}
