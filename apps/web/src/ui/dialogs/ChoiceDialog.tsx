import { Button, Checkbox, Group, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { texts } from '../texts.ts';
import { FormDialog } from './FormDialog.tsx';
import type { DialogProps } from './host.tsx';

export interface Choice {
  title: string;
  body?: string;
  options: readonly { value: string; label: string; note?: string }[];
  chosen: readonly string[];
  /** The verb on the button. */
  confirm: string;
}

/** Up to this many options, no search field is shown. */
const fewOptions = 8;

export default function ChoiceDialog({ asked, onAnswer }: DialogProps<Choice, string[]>) {
  const [chosen, setChosen] = useState<readonly string[]>(asked.chosen);
  const [search, setSearch] = useState('');
  const wanted = search.trim().toLowerCase();
  const shown = asked.options.filter(({ label, note }) => `${label} ${note ?? ''}`.toLowerCase().includes(wanted));
  const shownValues = shown.map(({ value }) => value);
  const allShown = shown.length > 0 && shownValues.every((value) => chosen.includes(value));
  return (
    <FormDialog
      title={asked.title}
      submit={asked.confirm}
      onClose={() => onAnswer()}
      onSubmit={() => {
        onAnswer([...chosen]);
      }}
    >
      {asked.body && <Text>{asked.body}</Text>}
      <Group gap="xs" wrap="nowrap">
        {asked.options.length > fewOptions && (
          <TextInput
            type="search"
            flex={1}
            aria-label={texts.search}
            placeholder={texts.search}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            data-autofocus
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        <Button
          variant="default"
          disabled={shown.length === 0}
          onClick={() =>
            setChosen([...chosen.filter((value) => !shownValues.includes(value)), ...(allShown ? [] : shownValues)])
          }
        >
          {allShown ? texts.none : texts.all}
        </Button>
      </Group>
      <ScrollArea.Autosize mah="40dvh" type="auto" viewportProps={{ tabIndex: 0, 'aria-label': asked.title }}>
        <Checkbox.Group value={[...chosen]} onChange={setChosen} aria-label={asked.title}>
          <Stack gap="xs">
            {shown.map(({ value, label, note }) => (
              <Checkbox key={value} value={value} label={label} description={note} />
            ))}
            {shown.length === 0 && <Text c="dimmed">{texts.nothingFound}</Text>}
          </Stack>
        </Checkbox.Group>
      </ScrollArea.Autosize>
    </FormDialog>
  );
}
