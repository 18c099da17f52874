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
import { ActionIcon, Button, NumberInput, Select, Skeleton, Text, TextInput } from '@mantine/core';
import { IconArrowUp, IconTrash } from '@tabler/icons-react';
import { newId } from '../../api/new-id.ts';
import { useList, useWrite } from '../../api/use-endpoint.ts';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { ReadDialog } from '../../ui/dialogs/ReadDialog.tsx';
import { ErrorState } from '../../ui/Notice.tsx';
import { useRowFocus } from '../../ui/use-row-focus.ts';
import classes from './displays.module.css';
import { texts } from './texts.ts';

interface Props {
  /** Absent for a new one. */
  playlist: Display | undefined;
  onClose: () => void;
}

interface Row extends PlaylistItem {
  /** The same display may be shown twice. */
  readonly rowId: string;
}

const words = texts.playlist;
const titleOf = (playlist: Display | undefined) => (playlist ? texts.editPlaylist : texts.addPlaylist);

/** Which displays rotate, in which order and for how long. */
export function PlaylistDialog(props: Props) {
  const { displays, error, retry } = useDisplays();
  if (displays) return <PlaylistForm {...props} displays={displays} />;
  return (
    <ReadDialog title={titleOf(props.playlist)} onClose={props.onClose}>
      {error ? <ErrorState message={error.message} onRetry={retry} /> : <Skeleton height={160} />}
    </ReadDialog>
  );
}

const most = 1000;

/** Every display but playlists: an organization has at most 2,000. */
function useDisplays() {
  const query = { limit: most, order: 'name' };
  const first = useList(listDisplays, { query }, { texts: texts.list });
  const isMore = (first.data?.total ?? 0) > most;
  const second = useList(listDisplays, { query: { ...query, offset: most } }, { texts: texts.list, enabled: isMore });
  const isComplete = first.data !== undefined && (!isMore || second.data !== undefined);
  const rows = [...(first.data?.rows ?? []), ...(second.data?.rows ?? [])];
  return {
    displays: isComplete ? rows.filter(({ kind }) => kind !== 'playlist') : undefined,
    error: first.error ?? second.error,
    retry: () => void (first.data ? second : first).refetch(),
  };
}

function PlaylistForm({ playlist, displays, onClose }: Props & { displays: readonly Display[] }) {
  const changed = [listDisplays, getDisplay];
  const create = useWrite(createDisplay, texts.created, changed);
  const update = useWrite(updateDisplay, texts.updated, changed);
  const offered = displays.filter(({ enabled }) => enabled);
  const kindOf = (id: string) => displays.find(({ displayId }) => displayId === id)?.kind;
  const { form, dialog } = useWriteForm({
    initialValues: {
      name: playlist?.name ?? '',
      // One that was deleted since cannot be saved again; one that is switched off stays.
      items: (playlist?.items ?? []).filter(({ displayId }) => kindOf(displayId)).map(rowOf),
    },
    problems: ({ name, items }) => [
      ...problemIf(name.trim() === '', 'name', displayTexts.name),
      ...itemProblems(items, kindOf),
    ],
    submit: ({ name, items: rows }) => {
      const items = rows.map(({ displayId, view, seconds }) => ({ displayId, view, seconds }));
      return playlist
        ? update.mutateAsync({
            params: { displayId: playlist.displayId },
            seenVersion: playlist.version,
            body: { name, items },
          })
        : create.mutateAsync({ body: { kind: 'playlist', name, items } });
    },
    done: onClose,
  });
  const [list, adder, onRemoved] = useRowFocus<HTMLUListElement>();
  const { items } = form.values;
  const setItems = (next: Row[]) => form.setFieldValue('items', next);
  const change = (at: number, values: Partial<PlaylistItem>) =>
    setItems(items.map((item, index) => (index === at ? { ...item, ...values } : item)));
  const remove = (at: number) => {
    onRemoved(at);
    setItems(items.filter((_, index) => index !== at));
  };
  const add = () => {
    const next = offered.find(({ displayId }) => items.every((item) => item.displayId !== displayId)) ?? offered[0];
    if (next) setItems([...items, rowOf({ displayId: next.displayId, view: null, seconds: itemSeconds.usual })]);
  };
  return (
    <FormDialog
      title={titleOf(playlist)}
      size="lg"
      {...(!playlist && { submit: texts.addPlaylist })}
      onClose={onClose}
      {...dialog}
    >
      <TextInput label={words.name} required maxLength={maxTitle} {...form.getInputProps('name')} />
      {offered.length === 0 && <Text c="dimmed">{words.none}</Text>}
      <ul ref={list} className={classes['rows']} aria-label={words.items}>
        {items.map((item, at) => (
          <li key={item.rowId} className={classes['item']}>
            <ItemFields item={item} displays={displays} onChange={(values) => change(at, values)} />
            <ActionIcon
              variant="default"
              size={36}
              aria-label={words.up}
              // A row that reaches the top keeps the focus that its button may have.
              aria-disabled={at === 0}
              data-disabled={at === 0 || undefined}
              onClick={() => at > 0 && setItems(movedUp(items, at))}
            >
              <IconArrowUp size={16} aria-hidden />
            </ActionIcon>
            <ActionIcon variant="default" size={36} aria-label={words.remove} data-remove onClick={() => remove(at)}>
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
        <Button ref={adder} variant="default" disabled={offered.length === 0 || items.length >= maxItems} onClick={add}>
          {words.add}
        </Button>
      </div>
    </FormDialog>
  );
}

interface ItemProps {
  item: PlaylistItem;
  displays: readonly Display[];
  onChange: (values: Partial<PlaylistItem>) => void;
}

function ItemFields({ item, displays, onChange }: ItemProps) {
  const own = displays.find(({ displayId }) => displayId === item.displayId);
  const kind = own?.kind;
  return (
    <>
      <Select
        label={words.display}
        searchable
        limit={100}
        nothingFoundMessage={texts.nothing}
        allowDeselect={false}
        data={displays.filter((each) => each.enabled || each === own).map(optionOf)}
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

function optionOf({ displayId, name, kind, enabled }: Display) {
  const isOff = enabled ? '' : `, ${texts.off.toLowerCase()}`;
  return { value: displayId, label: `${name} (${texts.kinds[kind]}${isOff})` };
}

function rowOf(item: PlaylistItem): Row {
  return { ...item, rowId: newId() };
}

function movedUp(items: readonly Row[], at: number): Row[] {
  const next = [...items];
  const [moved] = next.splice(at, 1);
  if (moved) next.splice(at - 1, 0, moved);
  return next;
}
