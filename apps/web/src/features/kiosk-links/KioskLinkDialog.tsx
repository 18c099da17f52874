import {
  createKioskLink,
  type KioskLink,
  type KioskLinkWithUrl,
  listKioskLinks,
  updateKioskLink,
} from '@atrium/contract/kiosk-links';
import { kioskLinkProblems, maxKioskName } from '@atrium/rules/kiosk-links';
import { problemIf } from '@atrium/rules/problem';
import { TextInput } from '@mantine/core';
import { useWrite } from '../../api/use-endpoint.ts';
import { useWriteForm } from '../../forms/use-write-form.ts';
import { FormDialog } from '../../ui/dialogs/FormDialog.tsx';
import { Quiet } from '../../ui/Quiet.tsx';
import { newId } from '../../api/new-id.ts';
import { endOf, lastDayOf } from './last-day.ts';
import { newEntry, type PlaylistEntry, PlaylistFields } from './PlaylistFields.tsx';
import { texts } from './texts.ts';

interface Values extends Record<string, unknown> {
  name: string;
  items: readonly PlaylistEntry[];
  /** A local date; empty for no end. */
  lastDay: string;
}

interface Props {
  /** Absent for a new one. */
  link?: KioskLink | undefined;
  /** The dashboard that a new one begins with. */
  wanted: string | undefined;
  onClose: () => void;
  onCreated: (made: KioskLinkWithUrl) => void;
}

const words = texts.fields;

/** What a wall screen shows, in which order and for how long. */
export function KioskLinkDialog({ link, wanted, onClose, onCreated }: Props) {
  const create = useWrite(createKioskLink, texts.created, [listKioskLinks]);
  const update = useWrite(updateKioskLink, texts.updated, [listKioskLinks]);
  const { form, dialog } = useWriteForm<Values, KioskLink | KioskLinkWithUrl>({
    initialValues: { name: link?.name ?? '', items: entriesOf(link, wanted), lastDay: lastDayOf(link?.expiresAt) },
    fieldNames: { expiresAt: 'lastDay' },
    problems: ({ name, items, lastDay }) => [
      ...problemIf(
        items.some(({ dashboardId }) => dashboardId === ''),
        'items',
        words.missing,
      ),
      ...kioskLinkProblems(
        { name: name.trim(), items, expiresAt: lastDay === lastDayOf(link?.expiresAt) ? null : endOf(lastDay) },
        new Date(),
      ).map(({ path, message }) => ({ path: path === 'expiresAt' ? 'lastDay' : path, message })),
    ],
    submit: ({ name, items, lastDay }) => {
      const body = {
        name,
        items: items.map(({ dashboardId, seconds }) => ({ dashboardId, seconds })),
        ...(lastDay !== lastDayOf(link?.expiresAt) && { expiresAt: endOf(lastDay)?.toISOString() ?? null }),
      };
      return link
        ? update.mutateAsync({ params: { kioskLinkId: link.kioskLinkId }, seenVersion: link.version, body })
        : create.mutateAsync({ body });
    },
    done: (made) => {
      onClose();
      if ('url' in made) onCreated(made);
    },
  });
  return (
    <FormDialog
      title={link ? texts.edit : texts.add}
      size="lg"
      {...(!link && { submit: texts.add })}
      onClose={onClose}
      {...dialog}
    >
      <TextInput
        label={words.name}
        description={words.nameHelp}
        required
        maxLength={maxKioskName}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
      <PlaylistFields
        items={form.values.items}
        error={form.errors['items']}
        onChange={(items) => form.setFieldValue('items', items)}
      />
      <TextInput type="date" label={words.until} description={words.untilHelp} {...form.getInputProps('lastDay')} />
      {!link && <Quiet>{words.rights}</Quiet>}
    </FormDialog>
  );
}

/** Without dashboards that the owner no longer sees; a new one begins with a row to fill in. */
function entriesOf(link: KioskLink | undefined, wanted: string | undefined): readonly PlaylistEntry[] {
  if (!link) return [newEntry(wanted ?? '')];
  return link.items.filter(({ name }) => name !== null).map((item) => ({ ...item, rowId: newId() }));
}
