import { kioskSeconds, maxKioskItems } from '@atrium/rules/kiosk-links';
import { ActionIcon, Button, NumberInput, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash, type TablerIcon } from '@tabler/icons-react';
import { type DragEvent, type ReactNode, useState } from 'react';
import { newId } from '../../api/new-id.ts';
import { useRowFocus } from '../../ui/use-row-focus.ts';
import { type ChosenDashboard, DashboardSelect } from './DashboardSelect.tsx';
import classes from './kiosk-links.module.css';
import { texts } from './texts.ts';

export interface PlaylistEntry extends ChosenDashboard {
  /** Of the row: the same dashboard may be shown twice. */
  readonly rowId: string;
  readonly seconds: number;
}

interface Props {
  items: readonly PlaylistEntry[];
  error: ReactNode;
  onChange: (items: readonly PlaylistEntry[]) => void;
}

const words = texts.fields;

/** The dashboards of a wall screen: dragged into their order, or moved with buttons. */
export function PlaylistFields({ items, error, onChange }: Props) {
  const [dragged, setDragged] = useState<number>();
  const [list, add, onRemoved] = useRowFocus<HTMLOListElement>();
  const change = (at: number, values: Partial<PlaylistEntry>) =>
    onChange(items.map((item, index) => (index === at ? { ...item, ...values } : item)));
  const remove = (at: number) => {
    onRemoved(at);
    onChange(items.filter((_, index) => index !== at));
  };
  const drop = (event: DragEvent, at: number) => {
    event.preventDefault();
    if (dragged !== undefined) onChange(moved(items, dragged, at));
    setDragged(undefined);
  };
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {words.items}
      </Text>
      <ol ref={list} className={classes['rows']} aria-label={words.items}>
        {items.map((item, at) => (
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons do the same by keyboard
          <li
            key={item.rowId}
            className={classes['row']}
            data-dragged={dragged === at || undefined}
            onDragOver={(event) => dragged !== undefined && event.preventDefault()}
            onDrop={(event) => drop(event, at)}
          >
            <span
              className={classes['grip']}
              title={words.drag}
              draggable
              onDragStart={() => setDragged(at)}
              onDragEnd={() => setDragged(undefined)}
            >
              <IconGripVertical size={16} aria-hidden />
            </span>
            <DashboardSelect
              label={words.dashboard(at + 1)}
              chosen={item}
              onChoose={(chosen) => change(at, chosen)}
              className={classes['dashboard'] ?? ''}
            />
            <NumberInput
              aria-label={words.secondsOf(at + 1)}
              w={96}
              suffix=" s"
              clampBehavior="none"
              min={kioskSeconds.least}
              max={kioskSeconds.most}
              allowDecimal={false}
              value={item.seconds}
              onChange={(seconds) => change(at, { seconds: Number(seconds) })}
            />
            <RowButtons
              name={item.name ?? words.unnamed}
              isFirst={at === 0}
              isLast={at === items.length - 1}
              onMove={(step) => onChange(moved(items, at, at + step))}
              onRemove={() => remove(at)}
            />
          </li>
        ))}
      </ol>
      {error && (
        <Text size="sm" c="red" role="alert" mb="xs">
          {words.items} {error}
        </Text>
      )}
      <Button
        ref={add}
        variant="default"
        disabled={items.length >= maxKioskItems}
        onClick={() => onChange([...items, newEntry('')])}
      >
        {words.more}
      </Button>
    </div>
  );
}

interface RowButtonsProps {
  name: string;
  isFirst: boolean;
  isLast: boolean;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}

function RowButtons({ name, isFirst, isLast, onMove, onRemove }: RowButtonsProps) {
  return (
    <>
      <MoveButton label={words.up(name)} icon={IconArrowUp} isEnd={isFirst} onMove={() => onMove(-1)} />
      <MoveButton label={words.down(name)} icon={IconArrowDown} isEnd={isLast} onMove={() => onMove(1)} />
      <ActionIcon variant="default" size={36} aria-label={words.remove(name)} data-remove onClick={onRemove}>
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </>
  );
}

interface MoveButtonProps {
  label: string;
  icon: TablerIcon;
  /** It cannot go further. The button keeps the focus that it may have. */
  isEnd: boolean;
  onMove: () => void;
}

function MoveButton({ label, icon: Icon, isEnd, onMove }: MoveButtonProps) {
  return (
    <ActionIcon
      variant="default"
      size={36}
      aria-label={label}
      aria-disabled={isEnd}
      data-disabled={isEnd || undefined}
      onClick={() => !isEnd && onMove()}
    >
      <Icon size={16} aria-hidden />
    </ActionIcon>
  );
}

export function newEntry(dashboardId: string): PlaylistEntry {
  return { rowId: newId(), dashboardId, name: null, seconds: kioskSeconds.usual };
}

function moved(items: readonly PlaylistEntry[], from: number, to: number): PlaylistEntry[] {
  const next = [...items];
  const [item] = next.splice(from, 1);
  if (item) next.splice(to, 0, item);
  return next;
}
