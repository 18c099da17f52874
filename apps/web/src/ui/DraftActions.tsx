import { Button, Group } from '@mantine/core';
import { Tag } from './Tag.tsx';
import { texts } from './texts.ts';

interface Props {
  /** What a row that is not saved yet is called; absent where one is edited that is. */
  draft: string | undefined;
  submitting: boolean;
  onCancel: () => void;
}

/** The foot of a form that stands among the rows it adds to. */
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
