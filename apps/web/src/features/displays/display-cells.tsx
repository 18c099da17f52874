import type { Display } from '@atrium/contract/displays';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { RowAction } from '../../ui/RowAction.tsx';
import type { Cells } from '../../ui/table/cells.ts';
import { Tag } from '../../ui/Tag.tsx';
import classes from './displays.module.css';
import { setupPaths, subjectParams } from './setup-paths.ts';
import { texts } from './texts.ts';

interface RowActions {
  onOpen: (displayId: string) => void;
  /** Absent for those who may not delete. */
  onRemove: ((display: Display) => void) | undefined;
}

export function displayCells({ onOpen, onRemove }: RowActions): Cells<Display> {
  return {
    state: ({ enabled }) => <Tag tone={enabled ? 'success' : 'neutral'}>{enabled ? texts.on : texts.off}</Tag>,
    actions: (row) => (
      <span className={classes['rowActions']}>
        <SetUp display={row} onOpen={onOpen} />
        {onRemove && (
          <RowAction label={texts.removeOf(row.name)} onClick={() => onRemove(row)}>
            {texts.remove}
          </RowAction>
        )}
      </span>
    ),
  };
}

/** A playlist is set up in a panel, other displays on the page of their kind. */
function SetUp({ display, onOpen }: { display: Display; onOpen: (displayId: string) => void }) {
  const { displayId, kind, orgId, locationId, entityId, name } = display;
  if (kind === 'playlist' || locationId === null || entityId === null) {
    return (
      <RowAction label={texts.editOf(name)} onClick={() => onOpen(displayId)}>
        {texts.edit}
      </RowAction>
    );
  }
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
