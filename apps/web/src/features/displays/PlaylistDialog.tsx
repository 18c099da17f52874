import { createDisplay, type Display, getDisplay, listDisplays, updateDisplay } from '@atrium/contract/displays';
import {
  displayTexts,
  itemProblems,
  itemSeconds,
  maxItems,
  maxTitle,
  occupancyViews,
  type PlaylistItem,
} from '@atrium/rules/display';
import { problemIf } from '@atrium/rules/problem';
import { ActionIcon, Button, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { IconArrowUp, IconTrash } from '@tabler/icons-react';
import { useWrite } from '../../api/use-endpoint.ts';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import classes from './displays.module.css';
import { texts } from './texts.ts';

interface Props {
  /** Absent for a new one. */
  playlist?: Display | undefined;
  /** Displays that are public. */
  offered: readonly Display[];
  onClose: () => void;
}

const words = texts.playlist;

/** Which displays rotate, in which order and for how long. */
export function PlaylistDialog({ playlist, offered, onClose }: Props) {
  const changed = [listDisplays, getDisplay];
  const create = useWrite(createDisplay, texts.created, changed);
  const update = useWrite(updateDisplay, texts.updated, changed);
  const kindOf = (id: string) => offered.find(({ displayId }) => displayId === id)?.kind;
  const { form, dialog } = useWriteForm({
    initialValues: {
      name: playlist?.name ?? '',
      // One that was switched off since cannot be chosen again.
      items: (playlist?.items ?? []).filter(({ displayId }) => kindOf(displayId)),
    },
    problems: ({ name, items }) => [
      ...problemIf(name.trim() === '', 'name', displayTexts.name),
      ...itemProblems(items, kindOf),
    ],
    submit: ({ name, items }) =>
      playlist
        ? update.mutateAsync({
            params: { displayId: playlist.displayId },
            seenVersion: playlist.version,
            body: { name, items: [...items] },
          })
        : create.mutateAsync({ body: { kind: 'playlist', name, items: [...items] } }),
    done: onClose,
  });
  const { items } = form.values;
  const setItems = (next: PlaylistItem[]) => form.setFieldValue('items', next);
  const change = (at: number, values: Partial<PlaylistItem>) =>
    setItems(items.map((item, index) => (index === at ? { ...item, ...values } : item)));
  const add = () => {
    const next = offered.find(({ displayId }) => items.every((item) => item.displayId !== displayId)) ?? offered[0];
    if (next) setItems([...items, { displayId: next.displayId, view: null, seconds: itemSeconds.usual }]);
  };
  return (
    <FormDialog
      title={playlist ? texts.editPlaylist : texts.addPlaylist}
      size="lg"
      {...(!playlist && { submit: texts.addPlaylist })}
      onClose={onClose}
      {...dialog}
    >
      <TextInput label={words.name} required maxLength={maxTitle} {...form.getInputProps('name')} />
      {offered.length === 0 && <Text c="dimmed">{words.none}</Text>}
      <ul className={classes['rows']} aria-label={words.items}>
        {items.map((item, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same display may be shown twice
          <li key={`${at} ${item.displayId}`} className={classes['item']}>
            <ItemFields item={item} offered={offered} onChange={(values) => change(at, values)} />
            <ActionIcon
              variant="default"
              size={36}
              aria-label={words.up}
              disabled={at === 0}
              onClick={() => setItems(movedUp(items, at))}
            >
              <IconArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon
              variant="default"
              size={36}
              aria-label={words.remove}
              onClick={() => setItems(items.filter((_, index) => index !== at))}
            >
              <IconTrash size={16} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
      {form.errors['items'] && (
        <Text size="sm" c="red" role="alert">
          {words.items} {form.errors['items']}
        </Text>
      )}
      <div>
        <Button variant="default" disabled={offered.length === 0 || items.length >= maxItems} onClick={add}>
          {words.add}
        </Button>
      </div>
    </FormDialog>
  );
}

interface ItemProps {
  item: PlaylistItem;
  offered: readonly Display[];
  onChange: (values: Partial<PlaylistItem>) => void;
}

function ItemFields({ item, offered, onChange }: ItemProps) {
  const kind = offered.find(({ displayId }) => displayId === item.displayId)?.kind;
  return (
    <>
      <Select
        label={words.display}
        allowDeselect={false}
        data={offered.map((each) => ({ value: each.displayId, label: `${each.name} (${texts.kinds[each.kind]})` }))}
        value={item.displayId}
        onChange={(displayId) => displayId !== null && onChange({ displayId, view: null })}
      />
      {kind === 'live-occupancy' && (
        <Select
          label={texts.view}
          allowDeselect={false}
          data={[
            { value: '', label: texts.views.default },
            ...occupancyViews.map((view) => ({ value: view, label: texts.views[view] })),
          ]}
          value={item.view ?? ''}
          onChange={(next) => onChange({ view: occupancyViews.find((view) => view === next) ?? null })}
        />
      )}
      <NumberInput
        label={words.seconds}
        w={96}
        clampBehavior="none"
        min={itemSeconds.least}
        max={itemSeconds.most}
        allowDecimal={false}
        value={item.seconds}
        onChange={(seconds) => onChange({ seconds: Number(seconds) })}
      />
    </>
  );
}

function movedUp(items: readonly PlaylistItem[], at: number): PlaylistItem[] {
  const next = [...items];
  const [moved] = next.splice(at, 1);
  if (moved) next.splice(at - 1, 0, moved);
  return next;
}
