import { Textarea } from '@mantine/core';
import type { CardFormProps } from '../definition.ts';
import { changedOption, ownText } from '../own-options.ts';

const maxText = 20_000;

export default function Form({ widget, onChange }: CardFormProps) {
  return (
    <Textarea
      label="Text"
      description="Markdown: # heading, **bold**, *italic*, - list, [link](https://example.com). HTML is shown as it is written."
      autosize
      minRows={8}
      maxRows={20}
      maxLength={maxText}
      value={ownText(widget, 'text')}
      onChange={(event) => onChange(changedOption('text', event.currentTarget.value))}
    />
  );
}
