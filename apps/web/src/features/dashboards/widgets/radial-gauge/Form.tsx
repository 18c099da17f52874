import { NumberInput } from '@mantine/core';
import type { CardFormProps } from '../definition.ts';
import { changedOption, ownNumber } from '../own-options.ts';
import NumberForm from '../realtime-value/Form.tsx';

export default function Form(props: CardFormProps) {
  const { widget, onChange } = props;
  return (
    <>
      <NumberForm {...props} />
      <NumberInput
        label="Goal"
        description="The ring is full here. Leave empty to use the capacity of a space, or a scale that grows with the number."
        min={1}
        allowDecimal={false}
        value={ownNumber(widget, 'goal') ?? ''}
        onChange={(goal) => onChange(changedOption('goal', typeof goal === 'number' ? goal : null))}
      />
    </>
  );
}
