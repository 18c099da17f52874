import { createSpace, type Space } from '@atrium/contract/spaces';
import { IconArmchair } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { count } from '../../format/numbers.ts';
import { useMay } from '../../api/use-may.ts';
import { AddButton } from '../../ui/AddButton.tsx';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/Notice.tsx';
import { PanelHead } from '../../ui/PanelHead.tsx';
import { RowLink } from '../../ui/RowLink.tsx';
import { Rows } from '../../ui/Rows.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { SpaceDialog } from './SpaceDialog.tsx';
import classes from './spaces.module.css';
import { texts } from './texts.ts';

const words = texts.spaces;
const page = '/app/org/$orgId/location/$locationId/space/$spaceId';

interface Props {
  location: { orgId: string; locationId: string };
  spaces: readonly Space[];
}

/** The spaces of a location. */
export function SpacesPanel({ location: { orgId, locationId }, spaces }: Props) {
  const heading = useId();
  const mayEdit = useMay(createSpace);
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const add = mayEdit && <AddButton onClick={() => setAdding(true)}>{words.add}</AddButton>;
  return (
    <Card aria-labelledby={heading}>
      <PanelHead id={heading} heading={words.heading} intro={words.intro} action={spaces.length > 0 && add} />
      {spaces.length === 0 && (
        <EmptyState icon={IconArmchair} {...(mayEdit ? words.none : words.noneToRead)} action={add} />
      )}
      <Rows aria-labelledby={heading}>
        {spaces.map(({ spaceId, name, maxCapacity, disabled }) => (
          <li key={spaceId} className={classes['row']}>
            <RowLink to={page} params={{ orgId, locationId, spaceId }} search={{}}>
              {name}
            </RowLink>
            <span className={classes['rowFacts']}>{maxCapacity !== null && words.capacity(count(maxCapacity))}</span>
            <span>{disabled && <Tag>{words.disabled}</Tag>}</span>
          </li>
        ))}
      </Rows>
      {adding && (
        <SpaceDialog
          orgId={orgId}
          locationId={locationId}
          onClose={() => setAdding(false)}
          onSaved={({ spaceId }) => void navigate({ to: page, params: { orgId, locationId, spaceId }, search: {} })}
        />
      )}
    </Card>
  );
}
