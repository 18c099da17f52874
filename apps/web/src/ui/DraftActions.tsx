import { Button, Group } from '@mantine/core';
import { Tag } from './Tag.tsx';
import { texts } from './texts.ts';

interface Props {
  /** Label of an unsaved row; absent when a saved row is edited. */
  draft: string | undefined;
  submitting: boolean;
  onCancel: () => void;
}

/** The footer of an inline form. */
export function DraftActions({ draft, submitting, onCancel }: Props) {
  return (
    <Group justify="flex-end" gap="xs">
      {draft !== undefined && <Tag tone="warning">{draft}</Tag>}
      <Button variant="default" onClick={onCancel}>
        {texts.cancel}
      </Button>
      <Button type="submit" loading={submitting}>
        {texts.save}
      </Button>
    </Group>
  );
}
