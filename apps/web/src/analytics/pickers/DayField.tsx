import { TextInput, type TextInputProps } from '@mantine/core';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { firstDay, isDay, lastDay } from './days.ts';

interface Props extends Omit<TextInputProps, 'value' | 'onChange' | 'type' | 'children'> {
  value: string;
  onChange: (value: string) => void;
  /** Given if the field may be empty, as it is for no day: what is shown over it then. */
  ofEmpty?: ReactNode;
}

interface Typed {
  readonly text: string;
  /** A part is missing: it reads as empty. */
  readonly isPartial: boolean;
  /** The value when it was typed. */
  readonly over: string;
  /** What the value is about to be. */
  readonly sent: string;
}

const pauseMs = 600;

/** A day that is passed on once it is complete: on Enter, when the field is left, and after a pause. */
export function DayField({ value, onChange, ofEmpty, ...field }: Props) {
  const [typed, setTyped] = useState<Typed>({ text: value, isPartial: false, over: value, sent: value });
  // What comes from elsewhere replaces what is typed; what was sent from here does not.
  if (typed.over !== value)
    setTyped({ ...(value === typed.sent ? typed : { text: value, isPartial: false }), over: value, sent: value });
  const { text, isPartial, sent } = typed;
  const isEmpty = text === '' && ofEmpty !== undefined;
  const isReady = !isPartial && (isEmpty || isDay(text));
  const isNew = isReady && text !== sent;
  const send = (day: string) => {
    setTyped({ ...typed, sent: day });
    onChange(day);
  };
  const sendLater = useEffectEvent(send);
  useEffect(() => {
    if (!isNew) return undefined;
    const timer = setTimeout(() => sendLater(text), pauseMs);
    return () => clearTimeout(timer);
  }, [isNew, text]);
  return (
    <>
      <TextInput
        {...field}
        type="date"
        min={firstDay}
        max={lastDay}
        value={text}
        onChange={({ currentTarget: { value: next, validity } }) =>
          setTyped({ ...typed, text: next, isPartial: validity.badInput })
        }
        // One click opens the calendar of an empty field, as a button would.
        onClick={({ currentTarget }) => isEmpty && !isPartial && currentTarget.showPicker()}
        onKeyDown={({ key }) => key === 'Enter' && isNew && send(text)}
        onBlur={() => {
          if (isNew) send(text);
          else setTyped({ ...typed, text: sent, isPartial: false });
        }}
      />
      {isEmpty && ofEmpty}
    </>
  );
}
