import { NumberInput } from '@mantine/core';
import type { CardFormProps } from '../definition.ts';
import { changedOption, ownNumber } from '../own-options.ts';
import NumberForm from '../realtime-value/Form.tsx';
import { isTime, liveNumberOf } from '../realtime-value/live-numbers.ts';

export default function Form(props: CardFormProps) {
  const { widget, onChange } = props;
  const isMinutes = isTime(liveNumberOf(widget));
  // Times are kept in seconds.
  const unit = isMinutes ? 60 : 1;
  const goal = ownNumber(widget, 'goal');
  return (
    <>
      <NumberForm {...props} />
      <NumberInput
        label={isMinutes ? 'Goal in minutes' : 'Goal'}
        description="The ring is full here. Leave empty to use the capacity of a space, or a scale that grows with the number."
        min={isMinutes ? 0 : 1}
        allowDecimal={isMinutes}
        decimalScale={2}
        value={goal === undefined ? '' : goal / unit}
        onChange={(typed) =>
          onChange(changedOption('goal', typeof typed === 'number' ? Math.round(typed * unit) : null))
        }
      />
    </>
  );
}
